/* SPDX-License-Identifier: MIT */
/* Segments on one core: each is found, and scanned or reduced as if it were the whole. */
#include "reference_segments.h"

#include <string.h>

#include "reference.h"
#include "type.h"

static const vkscan_segments_params *params_of(const struct reference_segments *segments)
{
    return segments->plan->details;
}

bool reference_segments_begin(const struct reference_segments *segments, uint64_t at)
{
    const vkscan_segments_params *params = params_of(segments);
    const unsigned char *heads = segments->heads;
    const uint64_t size = params->key_size;
    uint32_t word;

    if (at == 0)
        return true;
    switch (params->heads) {
    case VKSCAN_HEADS_BYTES:
        return heads[at] != 0;
    case VKSCAN_HEADS_BITS:
        return heads[at / 8] >> at % 8 & 1;
    case VKSCAN_HEADS_WORDS:
        memcpy(&word, heads + at * sizeof(word), sizeof(word));
        return word != 0;
    case VKSCAN_HEADS_KEYS:
        return memcmp(heads + at * size, heads + (at - 1) * size, size) != 0;
    default:
        return at % params->length == 0;
    }
}

/* Returns the first element from `at` on at which a segment begins; the count if none does. */
static uint64_t next_head(const struct reference_segments *segments, uint64_t at)
{
    const vkscan_segments_params *params = params_of(segments);

    if (params->heads == VKSCAN_HEADS_ROWS) {
        const uint64_t left = (params->length - at % params->length) % params->length;
        return left < segments->count - at ? at + left : segments->count;
    }
    while (at < segments->count && !reference_segments_begin(segments, at))
        at++;
    return at;
}

static uint32_t out_size_of(const vkscan_plan_params *plan)
{
    return type_size(plan->out_type == VKSCAN_TYPE_NONE ? plan->type : plan->out_type);
}

/* Returns the plan by which one segment is computed. */
static vkscan_plan_params plan_of_one(const vkscan_plan_params *plan)
{
    vkscan_plan_params one = *plan;

    one.primitive = plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE ? VKSCAN_PRIMITIVE_REDUCE
                    : plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN
                        ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
                        : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    one.details = NULL;
    return one;
}

/* Returns the index of the first result of a segment. Reductions are of rows. */
static uint64_t place_of(const struct reference_segments *segments, uint64_t head)
{
    return segments->plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
               ? head / params_of(segments)->length
               : head;
}

uint64_t reference_segments_results(const struct reference_segments *segments)
{
    return segments->count == 0 ? 0
           : segments->plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
               ? place_of(segments, segments->count - 1) + 1
               : segments->count;
}

void reference_segments_run(const struct reference_segments *segments, void *destination)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);
    const uint32_t in = type_size(one.type), out = out_size_of(&one);

    for (uint64_t at = 0, end; at < segments->count; at = end) {
        end = next_head(segments, at + 1);
        reference_run(&one, segments->seed, (const char *)segments->source + at * in, end - at,
                      (char *)destination + place_of(segments, at) * out);
    }
}

bool reference_segments_check(const struct reference_segments *segments, uint64_t first,
                              uint64_t end, const void *result, uint64_t *at)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);
    const uint32_t in = type_size(one.type), out = out_size_of(&one);

    for (uint64_t head = next_head(segments, first), next; head < end; head = next) {
        const uint64_t place = place_of(segments, head);
        next = next_head(segments, head + 1);
        if (!reference_check(&one, segments->seed, (const char *)segments->source + head * in,
                             next - head, (const char *)result + place * out, at)) {
            *at += place;
            return false;
        }
    }
    return true;
}
