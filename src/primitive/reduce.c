/* SPDX-License-Identifier: MIT */
/* Reduction: its ports, its production algorithms and their dispatches. */
#include "primitive.h"

#include "reduce.def"

static const struct port reduce_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, vks_plan_one,
                          .written = true},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT, .coincides = 1u << PORT_DESTINATION},
    [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), vks_plan_second_bits, .second = true,
                            .exists = vks_plan_has_second_elements},
    COMMON_PORTS,
};

static VkResult check_reduce(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors)
{
    const uint32_t total = params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT;

    (void)type;
    if (!total && !(params->flags & VKSCAN_PLAN_REVERSE_BIT))
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID, "a reduction takes no %s",
                      total ? "VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT: its destination is the total"
                            : "VKSCAN_PLAN_REVERSE_BIT, which is of scans");
}

static const struct arrangement single_tile = {1,
                                               16,
                                               .persistent = true,
                                               .vectors = true,
                                               .subgroups = true,
                                               .shared_per_thread = 1,
                                               .shared_per_workgroup = 2};

static bool is_sum(const struct plan *plan)
{
    return plan->op == vks_element_op(VKSCAN_OP_ADD);
}

static const struct kernel_variant single_variants[] = {
    {"single_reduce_sum", .needs = VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, .fits = is_sum},
    {0},
};

static void single_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    vks_constants_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, plan->op->commutative);
}

/* Returns the fewest workgroups with which none has more tiles than with `workgroups` of them. */
static uint64_t even_groups(uint64_t tiles, uint64_t workgroups)
{
    const uint64_t each =
        vks_least(vks_divide_up(tiles, vks_least(tiles, workgroups)), WORKGROUP_TILES_MAX);

    return vks_divide_up(tiles, each);
}

/* Plans one dispatch of persistent workgroups, which reduce everything. If the count is
 * in a buffer there are as many workgroups as any count up to the given one needs. */
static void passes_single(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = count > 0 ? vks_divide_up(count, plan->tile_size) : 1;
    /* The most that smaller counts need, too: even_groups() can be larger with fewer tiles. */
    const uint64_t most = vks_persistent_groups(tiles, plan->workgroups);

    const bool any = plan->operands & OPERAND_COUNT;

    vks_pass_single(plan, count, list, PARTIAL_WORDS(most, plan->computation.words),
                    any ? most : even_groups(tiles, plan->workgroups));
}

/* Plans dispatches that reduce each group of consecutive tiles to one element, until one element is
 * left. */
static void passes_tree(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    struct span input = vks_pass_source(plan);
    uint64_t passes = 0;

    vks_pass_header(plan, list);
    do {
        const uint64_t tiles = vks_divide_up(count, plan->tile_size);
        const uint64_t groups = tiles <= TREE_TILES_OF_ONE ? 1 : vks_least(tiles, TREE_GROUPS_MAX);
        const struct span output =
            groups > 1 ? vks_pass_scratch(plan, list, groups) : vks_pass_destination(plan);
        vks_pass_add(list, (struct pass){.stage = vks_reduce_stage(input, groups == 1),
                                         .input = input,
                                         .output = output,
                                         .auxiliary = vks_pass_unused(plan),
                                         .second_input = vks_pass_second(input),
                                         .count = count,
                                         .divisor = 1,
                                         .parameter = ++passes,
                                         .groups = groups,
                                         .seeded = groups == 1});
        input = output;
        count = groups;
    } while (count > 1);
}

static const struct algorithm everywhere_reductions[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .primitives = PRIMITIVES_REDUCE,
        .production = true,
        .piece = vks_everywhere_piece,
        .arrangement = &vks_tree_tile,
        STAGES(VKS_REDUCE_STAGES("blelloch_reduce", vks_constants_tree_ordered)),
        .passes = vks_passes_reduce,
    },
    {0},
};

static const struct algorithm reduce_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "vectors in registers, trees in shared memory (Blelloch 1990)",
        .primitives = PRIMITIVES_REDUCE,
        .production = true,
        .arrangement = &vks_tree_tile,
        .policies = vks_blelloch_policies,
        STAGES(VKS_REDUCE_STAGES("blelloch_reduce", vks_constants_tree_reduce)),
        .passes = passes_tree,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "vectors in registers, subgroup operations (Harris 2007)",
        .primitives = PRIMITIVES_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .arrangement = &vks_subgroup_tile,
        .policies = vks_subgroup_policies,
        STAGES(VKS_REDUCE_STAGES("subgroup_reduce", vks_constants_tile)),
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_SINGLE,
        .name = "single",
        .summary = "one dispatch, the last workgroup combines the results",
        .primitives = PRIMITIVES_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .arrangement = &single_tile,
        .policies = single_policies,
        STAGES([STAGE_ALL] = {"single_reduce", .constants = single_constants,
                              .variants = single_variants, .reads_source = true,
                              .writes_destination = true}),
        .passes = passes_single,
    },
    {0},
};

const struct primitive vks_reduce = {
    .name = "reduce",
    .ports = reduce_ports,
    .algorithms = reduce_algorithms,
    .everywhere = everywhere_reductions,
    .check = check_reduce,
};
