/* SPDX-License-Identifier: MIT */
/* The textbook's reductions: their shapes, stages and passes. */
#include <vkscan/textbook.h>

#include "textbook.h"

static const struct arrangement halves = {2, 2, .subgroups = true, .shared_per_thread = 1};

static uint64_t at_least_one(uint64_t groups)
{
    return groups > 0 ? groups : 1;
}

static void unrolled_constants(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    vks_textbook_combine(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

/* Plans steps, which combine pairs a stride apart in their places; strides double. */
static void passes_interleaved(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct span destination = vks_pass_destination(plan);
    const uint64_t last = vks_textbook_last_stride(count);
    const struct span copy = last > 1 ? vks_pass_scratch(plan, list, count) : destination;
    struct span input = vks_pass_source(plan);

    for (uint64_t stride = 1; stride <= last; stride *= 2) {
        const uint64_t pairs = vks_divide_up(count, 2 * stride);
        const struct span output = stride == last ? destination : copy;
        vks_pass_add(list,
                     (struct pass){.stage = STAGE_STEP,
                                   .input = input,
                                   .output = output,
                                   .auxiliary = vks_pass_unused(plan),
                                   .count = count,
                                   .parameter = stride,
                                   .groups = at_least_one(vks_divide_up(pairs, plan->tile_size)),
                                   .seeded = stride == last});
        input = output;
    }
}

/* Plans steps, which combine the first half with the second, down to one element. */
static void passes_sequential(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct span destination = vks_pass_destination(plan);
    const struct span scratch =
        count > 2 ? vks_pass_scratch(plan, list, vks_divide_up(count, 2)) : destination;
    struct span input = vks_pass_source(plan);

    do {
        const uint64_t half = vks_divide_up(count, 2);
        const struct span output = half > 1 ? scratch : destination;
        vks_pass_add(list,
                     (struct pass){.stage = STAGE_STEP,
                                   .input = input,
                                   .output = output,
                                   .auxiliary = vks_pass_unused(plan),
                                   .count = count,
                                   .groups = at_least_one(vks_divide_up(half, plan->tile_size)),
                                   .seeded = half <= 1});
        input = output;
        count = half;
    } while (count > 1);
}

const struct algorithm vks_textbook_reductions[] = {
    {
        .id = VKSCAN_ALGORITHM_INTERLEAVED,
        .name = "interleaved",
        .summary = "steps over neighbours in device memory (Harris 2007)",
        .primitives = PRIMITIVES_REDUCE,
        .arrangement = &vks_textbook_step,
        .policies = vks_textbook_step_policies,
        STAGES([STAGE_STEP] = {"interleaved_reduce", .constants = vks_textbook_combine}),
        .passes = passes_interleaved,
    },
    {
        .id = VKSCAN_ALGORITHM_SEQUENTIAL,
        .name = "sequential",
        .summary = "steps over halves in device memory (Harris 2007)",
        .primitives = PRIMITIVES_REDUCE,
        .commutative = true,
        .arrangement = &vks_textbook_step,
        .policies = vks_textbook_step_policies,
        STAGES([STAGE_STEP] = {"sequential_reduce", .constants = vks_textbook_combine}),
        .passes = passes_sequential,
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH_TILE,
        .name = "blelloch-tile",
        .summary = "balanced trees in padded shared memory (Blelloch 1990)",
        .primitives = PRIMITIVES_REDUCE,
        .arrangement = &vks_textbook_pairs,
        .policies = vks_textbook_pairs_policies,
        STAGES(VKS_REDUCE_STAGES("blelloch_tile_reduce", vks_textbook_shared_tile)),
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_TREE,
        .name = "tree",
        .summary = "halving tiles in shared memory (Harris 2007)",
        .primitives = PRIMITIVES_REDUCE,
        .commutative = true,
        .arrangement = &halves,
        .policies = vks_textbook_halves_policies,
        STAGES(VKS_REDUCE_STAGES("tree_reduce", vks_textbook_combine)),
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_UNROLLED,
        .name = "unrolled",
        .summary = "tree, unrolled, with fewer barriers (Harris 2007)",
        .primitives = PRIMITIVES_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .commutative = true,
        .arrangement = &halves,
        .policies = vks_textbook_halves_policies,
        STAGES(VKS_REDUCE_STAGES("unrolled_reduce", unrolled_constants)),
        .passes = vks_passes_reduce,
    },
    {0},
};
