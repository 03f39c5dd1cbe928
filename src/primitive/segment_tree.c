/* SPDX-License-Identifier: MIT */
/* Scans of segments by levels of tiles, as vks_passes_reduce_then_scan plans them for a scan of
 * everything: they need neither subgroups nor the progress of other workgroups. */
#include "segments.h"

_Static_assert((int)STAGE_UPSWEEP_SOURCE == STEP_REDUCE_SOURCE &&
                   (int)STAGE_DOWNSWEEP_LEVEL == STEP_SCAN_LEVEL &&
                   (int)STAGE_DOWNSWEEP_SOURCE == STEP_SCAN_SOURCE &&
                   (int)STAGE_UPSWEEP_LEVEL == STEP_REDUCE_LEVEL,
               "segments/segments.h and enum reduce_then_scan_stage differ");

/* ---- constants ---- */

/* The kernel has the constants of both kinds of steps, whichever it takes. */
void vks_constants_segment_tree(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    struct plan scanned = *plan;

    scanned.operands &= OPERAND_COUNT | OPERAND_SEED;
    vks_constants_tree_scan(caps, &scanned, stage, list);
    vks_segments_scan_constants(plan, list);
    vks_constants_add(list, SPEC_OFFSET_BYTES, sizeof(uint32_t));
    vks_constants_add(list, SPEC_SEGMENT_STEP, (uint32_t)(stage - plan->algorithm->stages));
}

void vks_constants_gather(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list)
{
    vks_constants_tree_scan(caps, plan, stage, list);
    vks_segments_constants(plan, list);
    vks_constants_add(list, SPEC_KEY_BYTES, sizeof(uint32_t));
    vks_constants_add(list, SPEC_SEGMENT_STEP, STEP_GATHER);
}

/* ---- passes ---- */

void vks_segments_scan_levels(const struct plan *plan, uint64_t count, struct span heads,
                              struct span output, struct pass_list *list)
{
    struct pass *first = &list->pass[list->count];

    vks_passes_reduce_then_scan(plan, count, list);
    struct pass *last = &list->pass[list->count - 1];
    first->parameter = last->parameter = vks_segments_length(plan);
    first->seeded = last->seeded = true;
    last->output = output;
    for (; first < last; first++, last--) {
        first->second_input = last->second_input = heads;
        heads = vks_pass_elements(list, sizeof(uint32_t), first->groups);
        first->second_output = heads;
    }
    first->second_input = heads;
}
