/* SPDX-License-Identifier: MIT */
/* Sorts of segments by offsets: their parameters and constants. */
#include "sort.h"

#include <inttypes.h>

/* ---- parameters ---- */

VkResult vks_sort_check_segments(const vkscan_sort_params *sort, const struct report *errors)
{
    const bool by_offsets = sort->segments > 0;

    if (by_offsets && sort->length > 0)
        return vks_report(errors, RESULT_INVALID,
                          "details.length is %" PRIu64 " and details.segments %" PRIu64
                          ": an array has rows or segments, so one of them is 0",
                          sort->length, sort->segments);
    if (by_offsets ? sort->offset_size != 4 && sort->offset_size != 8 : sort->offset_size > 0)
        return vks_report(errors, RESULT_INVALID, "details.offset_size is %u: %s",
                          sort->offset_size,
                          by_offsets ? "an offset has 4 or 8 bytes"
                                     : "without details.segments there are no offsets");
    if (!by_offsets && sort->flags & SORT_SEGMENTS_FLAGS)
        return vks_report(errors, RESULT_INVALID,
                          "details.flags are 0x%x: VKSCAN_SEGMENTS_STARTS_BIT and "
                          "VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT need details.segments",
                          sort->flags);
    return vks_segments_check_number(sort->segments, 1, errors);
}

/* ---- constants ---- */

void vks_constants_mark_starts(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    static const uint32_t steps[] = {[STAGE_CLEAR_STARTS] = STEP_CLEAR_WORDS,
                                     [STAGE_STORE_STARTS] = STEP_STORE_STARTS,
                                     [STAGE_FIND_TILES] = STEP_FIND_TILES};

    (void)caps;
    vks_segments_mark_constants(plan, steps[stage - plan->algorithm->stages], list);
}

/* Returns a copy of the plan that finds maxima of u32: where the last segment so far begins. */
static struct plan plan_of_maxima(const struct plan *plan)
{
    struct plan maxima = vks_plan_of_sums(plan, SORT_SCAN_ITEMS, 0);

    maxima.op = vks_element_op(VKSCAN_OP_MAX);
    return maxima;
}

void vks_constants_reduce_starts(const struct caps *caps, const struct plan *plan,
                                 const struct stage *stage, struct constants *list)
{
    const struct plan maxima = plan_of_maxima(plan);

    vks_constants_tree_reduce(caps, &maxima, stage, list);
}

void vks_constants_scan_starts(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    const struct plan maxima = plan_of_maxima(plan);

    vks_constants_tree(caps, &maxima, stage, list);
}

/* The segments of a block lie within two. */
void vks_constants_sort_short(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    struct plan two_blocks = *plan;

    (void)caps;
    (void)stage;
    two_blocks.items *= 2;
    vks_sort_add_whole(&two_blocks, list);
    vks_constants_add(list, SPEC_ARRAY_ROWS, ARRAY_SEGMENTS);
}

/* ---- tiles ---- */

/* Shared memory has a word for each key of two blocks, or SORT_DIGITS words for each 32 threads;
 * and beside these what onesweep has. */
const struct arrangement vks_segment_sort_tile = {
    1, 12, .subgroups = true, .shared = {{.per_item = 2}, {.per_thread = SORT_DIGITS / 32}},
    .shared_per_workgroup = SORT_DIGITS + SORT_DIGITS / 2 + 8};
