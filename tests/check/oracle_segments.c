/* SPDX-License-Identifier: MIT */
#include "oracle_segments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oracle_fold.h"
#include "reference_segments.h"
#include "segments.h"

void oracle_fill_keys(uint64_t size, uint64_t count, uint64_t *state, uint8_t *keys)
{
    const uint32_t rarity = oracle_draw_rarity(state);

    for (uint64_t i = 1; i < count; i++) {
        uint8_t *key = keys + i * size;
        memcpy(key, key - size, size);
        if (!draw(state, rarity))
            key[draw(state, size)] ^= (uint8_t)(1u << draw(state, 8));
    }
    if (count > 0)
        memcpy(keys + count * size, keys + (count - 1) * size, size);
}

/* ---- offsets ---- */

enum offsets { RANDOM, MANY_EMPTY, ONES, LONG, BEYOND, FALLING, OFFSETS_KINDS };

/* Returns the length of the next segment. */
static uint64_t draw_length(enum offsets kind, uint64_t mean, uint64_t *state)
{
    switch (kind) {
    case MANY_EMPTY:
        return draw(state, 50) ? 0 : draw(state, 50 * mean + 1);
    case ONES:
        return 1;
    case LONG:
        return draw(state, 8) ? 1 : draw(state, 4096);
    default:
        return draw(state, 2 * mean + 2);
    }
}

/* Makes offsets of `size` bytes, of which the first is 0 or not, and the last less than the count,
 * or not. Beyond the count, those of two words have low ones that are not. */
static void fill_offsets(uint64_t number, uint32_t size, uint64_t count, uint64_t *state,
                         uint8_t *offsets)
{
    const enum offsets kind = (enum offsets)draw(state, OFFSETS_KINDS);
    const uint64_t high = UINT64_C(1) << 32,
                   largest = size > sizeof(uint32_t) ? ~UINT64_C(0) : high - 1;
    const uint64_t most = kind == BEYOND ? largest : count - (count > 0 && draw(state, 2));
    uint64_t offset = draw(state, 2) ? 0 : draw(state, count / 4 + 1);

    for (uint64_t i = 0; i < number; i++) {
        const uint64_t stored = kind == FALLING && !draw(state, 4) ? draw_word(state)
                                : offset < most                    ? offset
                                                                   : most;
        memcpy(offsets + size * i, &stored, size);
        offset += draw_length(kind, count / number, state);
        if (kind == BEYOND && size > sizeof(uint32_t) && offset >= count && offset < high)
            offset += high - count;
    }
}

/* Tells whether offsets fall. */
static bool do_fall(const struct reference_segments *segments)
{
    const vkscan_segments_params *params = segments->plan->details;
    const uint64_t number = segments->number + !(params->flags & VKSCAN_SEGMENTS_STARTS_BIT);
    uint64_t before = 0, offset = 0;

    for (uint64_t i = 0; segments->number > 0 && i < number; i++, before = offset) {
        memcpy(&offset, (const uint8_t *)segments->heads + params->offset_size * i,
               params->offset_size);
        if (offset < before)
            return true;
    }
    return false;
}

/* Draws the number of segments, at most half as many again as there may be. */
static void fill_number(struct buffers *b, uint64_t *state)
{
    const uint64_t most = b->drawn->segments.segments;
    const uint32_t number = draw(state, most + most / 2 + 1);
    uint8_t *port = buffers_before(b, VKSCAN_PORT_NUMBER);

    if (port)
        memcpy(port, &number, sizeof(number));
}

void oracle_fill_offsets(struct buffers *b, uint64_t count, uint64_t *state)
{
    const vkscan_segments_params *params = &b->drawn->segments;

    fill_number(b, state);
    fill_offsets(params->segments + !(params->flags & VKSCAN_SEGMENTS_STARTS_BIT),
                 params->offset_size, count, state, buffers_before(b, VKSCAN_PORT_HEADS));
}

uint64_t oracle_segments_number(const struct buffers *b)
{
    const uint64_t most = b->drawn->segments.segments;
    const uint8_t *port = buffers_before(b, VKSCAN_PORT_NUMBER);
    uint32_t number = UINT32_MAX;

    if (port)
        memcpy(&number, port, sizeof(number));
    return number < most ? number : most;
}

/* ---- all heads ---- */

static bool has_seeds(const struct buffers *b)
{
    return b->drawn->segments.flags & VKSCAN_SEGMENTS_SEEDS_BIT;
}

/* Fills the seeds of all segments, or one. */
static void fill_seeds(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    uint8_t *seeds = buffers_before(b, VKSCAN_PORT_SEED);

    oracle_fill_fold(b, run, state);
    if (!has_seeds(b) || !seeds)
        return;
    oracle_fill_seeds(b, vks_segments_seeds(b->plan), state, seeds);
    memcpy(run->seed, seeds, b->info.seed_size);
}

bool oracle_fill_segments(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_segments_params *params = &b->drawn->segments;
    uint8_t *heads = buffers_before(b, VKSCAN_PORT_HEADS);

    if (params->heads == VKSCAN_HEADS_OFFSETS)
        oracle_fill_offsets(b, run->count, state);
    else if (params->heads == VKSCAN_HEADS_KEYS)
        oracle_fill_keys(params->key_size, run->count, state, heads);
    else if (params->heads != VKSCAN_HEADS_ROWS)
        oracle_fill_flags(params->heads == VKSCAN_HEADS_BITS    ? 1
                          : params->heads == VKSCAN_HEADS_BYTES ? 8
                                                                : 32,
                          run->count, state, heads);
    fill_seeds(b, run, state);
    return true;
}

/* Writes what a reduction by flags or keys stores besides its results. */
static void expect_outputs(struct buffers *b, const struct reference_segments *segments)
{
    const uint64_t size = b->drawn->segments.key_size;
    uint8_t *keys = buffers_expected(b, VKSCAN_PORT_SECOND_DESTINATION);
    uint64_t number = 0;

    for (uint64_t i = 0; i < segments->count; i++)
        if (reference_segments_begin(segments, i)) {
            if (keys)
                memcpy(keys + number * size, (const uint8_t *)segments->heads + i * size, size);
            number++;
        }
    oracle_expect_number(b, 0, number, b->drawn->segments.divisor);
}

static uint32_t out_size_of(const struct drawn *d)
{
    return d->user ? d->user->user->element_size
                   : vkscan_type_size(d->plan.out_type ? d->plan.out_type : d->plan.type);
}

/* Expects what a user's operator makes of a segment. */
static void expect_user(const struct reference_segments *segments,
                        const struct reference_segment *segment, void *context)
{
    struct buffers *b = context;
    const vkscan_primitive primitive = segments->plan->primitive;
    const struct oracle_part part = {.begin = segment->begin,
                                     .end = segment->end,
                                     .place = segment->place,
                                     .seed = reference_segments_seed(segments, segment),
                                     .reduces = primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                     .exclusive =
                                         primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN};
    uint32_t total[OPERATOR_WORDS_MAX];

    oracle_expect_user(b, &part, total);
}

/* Copies the results that are written. */
static void take_results(const struct reference_segments *segments, const uint8_t *found,
                         uint32_t size, uint8_t *expected)
{
    const uint64_t results = reference_segments_results(segments);

    for (uint64_t i = 0; i < results; i++)
        if (reference_segments_write(segments, i))
            memcpy(expected + i * size, found + i * size, size);
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
        .seed = has_seeds(b)    ? buffers_before(b, VKSCAN_PORT_SEED)
                : run->has_seed ? run->seed
                                : NULL,
        .count = run->count,
        .number = oracle_segments_number(b),
    };
    const bool by_offsets = b->drawn->segments.heads == VKSCAN_HEADS_OFFSETS;
    const uint8_t *found = buffers_found(b, VKSCAN_PORT_DESTINATION);
    uint64_t at;

    if (plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE && !by_offsets)
        expect_outputs(b, &segments);
    if (run->count == 0 && !by_offsets)
        return true;
    const bool is_undefined = by_offsets && do_fall(&segments);
    if (!is_undefined && b->drawn->user) {
        reference_segments_each(&segments, expect_user, b);
        return true;
    }
    if (!is_undefined && !reference_segments_check(&segments, 0, run->count, found, &at)) {
        snprintf(text, size, "element %" PRIu64 " of destination is wrong", at);
        return false;
    }
    take_results(&segments, found, out_size_of(b->drawn),
                 buffers_expected(b, VKSCAN_PORT_DESTINATION));
    return true;
}
