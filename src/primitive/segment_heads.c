/* SPDX-License-Identifier: MIT */
/* The heads that kernels read: those of the run, or what is made of offsets and of flags or keys
 * before. */
#include <stddef.h>

#include "segments.h"
#include "select.h"

bool vks_segments_find_heads(const struct plan *plan)
{
    return vks_segments_have_seeds(plan) && vks_segments_have_flags(plan);
}

bool vks_segments_mark_heads(const struct plan *plan)
{
    return vks_segments_by_offsets(plan) || vks_segments_find_heads(plan);
}

void vks_segments_scan_constants(const struct plan *plan, struct constants *list)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    vks_constants_add(list, SPEC_HEADS,
                      !vks_segments_mark_heads(plan)  ? (uint32_t)segments.heads
                      : vks_segments_have_seeds(plan) ? HEADS_WORDS
                                                      : HEADS_BITS);
    vks_constants_add(list, SPEC_KEY_BYTES,
                      segments.key_size > 0 ? segments.key_size : sizeof(uint32_t));
}

/* ---- a selection finds them ---- */

struct plan vks_segments_selection(const struct plan *plan)
{
    static const vkscan_criterion criteria[] = {
        [VKSCAN_HEADS_BYTES] = VKSCAN_CRITERION_FLAG_BYTES,
        [VKSCAN_HEADS_BITS] = VKSCAN_CRITERION_FLAG_BITS,
        [VKSCAN_HEADS_WORDS] = VKSCAN_CRITERION_FLAG_WORDS,
        [VKSCAN_HEADS_KEYS] = VKSCAN_CRITERION_KEYS,
    };
    const vkscan_segments_params segments = vks_segments_params(plan);

    return vks_select_of_heads(plan, criteria[segments.heads], segments.key_size,
                               segments.outputs | SELECT_STARTS, segments.divisor);
}

uint64_t vks_segments_add_selection(const struct plan *plan, uint64_t count, struct span state,
                                    uint32_t stage, struct pass_list *list)
{
    const struct plan selection = vks_segments_selection(plan);
    struct pass *find = &list->pass[list->count];

    vks_passes_select_within(&selection, count, state, list);
    find->stage = stage;
    find->unpadded = plan->pads;
    if (find->input.port == PORT_SOURCE) /* keys are the selection's elements */
        find->input.port = find->second_input.port = PORT_SECOND_SOURCE;
    return find->second_output.offset / sizeof(uint32_t);
}

/* ---- bits or words mark them ---- */

/* Returns the bytes of heads that are made. */
static uint64_t mark_bytes(const struct plan *plan, uint64_t count)
{
    return VECTOR_BYTES *
           (vks_segments_have_seeds(plan) ? count / 4 + 1 : vks_divide_up(count, BITS_OF_VECTOR));
}

void vks_segments_mark_constants(const struct plan *plan, uint32_t step, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_OPERANDS,
                      vks_segments_operands(plan, plan->operands & ~(uint32_t)OPERAND_SEED));
    vks_segments_constants(plan, list);
    vks_constants_add(list, SPEC_SEGMENT_STEP, step);
}

void vks_constants_clear_heads(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_segments_mark_constants(plan, STEP_CLEAR, list);
}

void vks_constants_mark_heads(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    const bool names_backward =
        vks_segments_have_seeds(plan) && plan->flags & VKSCAN_PLAN_REVERSE_BIT;

    (void)caps;
    (void)stage;
    vks_segments_mark_constants(plan, names_backward ? STEP_NAME_REVERSE : STEP_MARK, list);
}

/* Adds the dispatches that make heads. */
static void add_mark_passes(const struct plan *plan, uint64_t count, uint64_t starts,
                            struct span heads, uint32_t stage, struct pass_list *list)
{
    const bool finds = vks_segments_find_heads(plan);
    const uint64_t vectors = mark_bytes(plan, count) / VECTOR_BYTES;
    const uint64_t offsets = finds ? count : vks_segments_offsets(plan);
    const uint64_t parts = vks_divide_up(offsets, OFFSETS_AT_ONCE);
    struct pass pass = {
        .stage = stage,
        .input = vks_pass_unused(plan),
        .output = heads,
        .auxiliary = vks_pass_unused(plan),
        .count = count,
        .divisor = 1,
        .parameter = finds ? starts : vks_segments_params(plan).segments,
        .groups = vks_divide_up(vectors, plan->shape.workgroup_size),
        .unpadded = vks_segments_have_seeds(plan),
        .seeded = true,
    };

    vks_pass_add(list, pass);
    pass.stage++;
    pass.groups = vks_divide_up(parts, plan->shape.workgroup_size);
    vks_pass_add(list, pass);
}

struct span vks_segments_heads(const struct plan *plan, uint64_t count, uint64_t starts,
                               uint32_t mark_stage, struct pass_list *list)
{
    struct span heads = {.port = PORT_SECOND_SOURCE, .unit = sizeof(uint32_t)};

    if (vks_segments_mark_heads(plan)) {
        heads = vks_pass_bytes(list, sizeof(uint32_t), mark_bytes(plan, count));
        add_mark_passes(plan, count, starts, heads, mark_stage, list);
    }
    return vks_segments_params(plan).heads == VKSCAN_HEADS_ROWS ? (struct span){0} : heads;
}
