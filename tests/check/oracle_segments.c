/* SPDX-License-Identifier: MIT */
#include "oracle_segments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oracle_fold.h"
#include "reference_segments.h"

void oracle_fill_keys(uint64_t size, uint64_t count, uint64_t *state, uint8_t *keys)
{
    const uint32_t rarity = oracle_draw_rarity(state);

    for (uint64_t i = 1; i < count; i++) {
        uint8_t *key = keys + i * size;
        memcpy(key, key - size, size);
        if (!draw(state, rarity))
            key[draw(state, size)] ^= (uint8_t)(1u << draw(state, 8));
    }
}

bool oracle_fill_segments(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_segments_params *params = &b->drawn->segments;
    uint8_t *heads = buffers_before(b, VKSCAN_PORT_HEADS);

    if (params->heads == VKSCAN_HEADS_KEYS)
        oracle_fill_keys(params->key_size, run->count, state, heads);
    else if (params->heads != VKSCAN_HEADS_ROWS)
        oracle_fill_flags(params->heads == VKSCAN_HEADS_BITS    ? 1
                          : params->heads == VKSCAN_HEADS_BYTES ? 8
                                                                : 32,
                          run->count, state, heads);
    return oracle_fill_fold(b, run, state);
}

/* Takes what was found for expected where the reference allows it. */
bool oracle_expect_segments(struct buffers *b, const struct oracle_run *run, char *text,
                            size_t size)
{
    const vkscan_plan_params *plan = &b->drawn->plan;
    const struct reference_segments segments = {
        .plan = plan,
        .source = buffers_before(b, VKSCAN_PORT_SOURCE),
        .heads = buffers_before(b, VKSCAN_PORT_HEADS),
        .seed = run->has_seed ? run->seed : NULL,
        .count = run->count,
    };
    const uint8_t *found = buffers_found(b, VKSCAN_PORT_DESTINATION);
    uint64_t at;

    if (run->count == 0)
        return true;
    if (!reference_segments_check(&segments, 0, run->count, found, &at)) {
        snprintf(text, size, "element %" PRIu64 " of destination is wrong", at);
        return false;
    }
    memcpy(buffers_expected(b, VKSCAN_PORT_DESTINATION), found,
           reference_segments_results(&segments) *
               vkscan_type_size(plan->out_type ? plan->out_type : plan->type));
    return true;
}
