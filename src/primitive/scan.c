/* SPDX-License-Identifier: MIT */
/* Inclusive and exclusive scan: their ports, their production algorithms and the dispatches. */
#include "primitive.h"

#include "scan.def"

static const struct port scan_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true,
                          .coincides = 1u << PORT_SOURCE},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    [PORT_TOTAL] = {PORT(TOTAL), vks_plan_destination_bits, vks_plan_one, .written = true,
                    .operand = OPERAND_TOTAL, .flag = VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT,
                    .coincides = 1u << PORT_SEED},
    [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), vks_plan_second_bits, .second = true,
                            .exists = vks_plan_has_second_elements,
                            .coincides = 1u << PORT_DESTINATION},
    COMMON_PORTS,
};

/* The arrangement of lookback. Lookahead's below has two tiles in flight. */
static const struct arrangement one_tile = {1,
                                            16,
                                            .persistent = true,
                                            .vectors = true,
                                            .subgroups = true,
                                            .shared_per_thread = 1,
                                            .shared_per_workgroup = 8};
static const struct arrangement two_tiles = {1,
                                             16,
                                             .persistent = true,
                                             .vectors = true,
                                             .subgroups = true,
                                             .shared_per_thread = 2,
                                             .shared_per_workgroup = 10};

/* Adds the constants of all kernels that look back. */
static void single_pass_constants(const struct caps *caps, const struct plan *plan,
                                  const struct stage *stage, struct constants *list)
{
    vks_constants_tile_scan(caps, plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, plan->op->commutative);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
    if (!caps->gpu && plan->computation.words > 1 && /* threads of a CPU are stopped anywhere */
        caps->capabilities & VKSCAN_CAPABILITY_INT64_ATOMICS_BIT)
        vks_constants_add(list, SPEC_KEEPS_AGGREGATES, 1);
}

static void lookback_constants(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    single_pass_constants(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BY_INDEX, vks_goes_by_index(caps, plan));
}

/* Plans one dispatch of persistent workgroups, which scan everything. */
static void passes_single_pass(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t least = vks_pass_has_total(plan) ? 1 : 0;
    const uint64_t needed = vks_divide_up(count, plan->tile_size);
    const uint64_t tiles = needed > least ? needed : least;

    if (tiles > 0)
        vks_pass_single(plan, count, list, TILE_STATE_WORDS(tiles, plan->computation.words),
                        vks_persistent_groups(tiles, plan->workgroups));
}

/* Plans one dispatch whose tile states are a tree with `leaf` consecutive tiles in each leaf: see
 * tree_lookback.glsl. */
static void passes_tree_lookback(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);
    const uint64_t leaf = plan->tile_size / plan->shape.workgroup_size;
    const uint64_t states = TREE_STATES(tiles, leaf, plan->tile_size);

    if (tiles > 0)
        vks_pass_single(plan, count, list, TILE_STATE_WORDS(states, plan->computation.words),
                        vks_persistent_groups(tiles, plan->workgroups));
}

static void tree_lookback_constants(const struct caps *caps, const struct plan *plan,
                                    const struct stage *stage, struct constants *list)
{
    vks_constants_tree_scan(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
}

/* Tells whether the plan has a total in a buffer, which is the tree's and not the prefix behind the
 * last element (docs/determinism.md), or a class without a kernel of the tree. */
static bool unsupported_by_tree(const struct plan *plan)
{
    return plan->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT ||
           !vks_module_computes("lookback_tree", plan->computation.class, plan->op);
}

static const struct arrangement tree_lookback_arrangement = {
    1,
    16,
    .persistent = true,
    .vectors = true,
    .subgroups = true,
    .shared = {{.per_item = 1, .padded = true}},
    .shared_per_thread = 1,
    .shared_per_workgroup = 12};

/* The kernel with the tile states of pass/state_64, an atomic of 64 bits for each word of an
 * element: the same lookback_scan.comp (shaders/meson.build). */
static const struct kernel_variant lookback_variants[] = {
    {"lookback_scan_64", .needs = VKSCAN_CAPABILITY_INT64_ATOMICS_BIT},
    {0},
};

/* The stages of vks_passes_reduce_then_scan. */
#define REDUCE_THEN_SCAN(reduce, reduce_constants, scan, scan_constants)                           \
    [STAGE_UPSWEEP_SOURCE] = {reduce, .constants = reduce_constants, .reads_source = true},        \
    [STAGE_UPSWEEP_LEVEL] = {reduce, .constants = reduce_constants},                               \
    [STAGE_DOWNSWEEP_LEVEL] = {scan, .constants = scan_constants, .exclusive = true},              \
    [STAGE_DOWNSWEEP_SOURCE] = {scan, .constants = scan_constants, .reads_source = true,           \
                                .writes_destination = true}

/* Algorithms of the one tree, in rising order of preference: AUTO takes the last that suits. */
static const struct algorithm everywhere_scans[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .primitives = PRIMITIVES_SCAN,
        .production = true,
        .piece = vks_everywhere_piece,
        .arrangement = &vks_tree_tile,
        STAGES(REDUCE_THEN_SCAN("blelloch_reduce", vks_constants_tree_ordered, "blelloch_scan",
                                vks_constants_tree)),
        .passes = vks_passes_reduce_then_scan,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .primitives = PRIMITIVES_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
        .production = true,
        .unsupported =
            {"VKSCAN_DETERMINISM_EVERYWHERE unless into f32 from f32 or into f64, and without a "
             "total in a buffer",
             unsupported_by_tree},
        .piece = vks_everywhere_piece,
        .no_pieces = true,
        .arrangement = &tree_lookback_arrangement,
        .policies = tree_lookback_policies,
        STAGES([STAGE_ALL] = {"lookback_tree", .constants = tree_lookback_constants,
                              .reads_source = true, .writes_destination = true}),
        .passes = passes_tree_lookback,
    },
    {0},
};

/* The production algorithms, in rising order of preference: AUTO takes the last that suits. */
static const struct algorithm scan_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "tile aggregates, then tiles, by trees (Blelloch 1990)",
        .primitives = PRIMITIVES_SCAN,
        .production = true,
        .arrangement = &vks_tree_tile,
        .policies = vks_blelloch_policies,
        STAGES(REDUCE_THEN_SCAN("blelloch_reduce", vks_constants_tree_reduce, "blelloch_scan",
                                vks_constants_tree)),
        .passes = vks_passes_reduce_then_scan,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "tile aggregates, then tiles (Merrill and Grimshaw 2009)",
        .primitives = PRIMITIVES_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .arrangement = &vks_subgroup_tile,
        .policies = vks_subgroup_policies,
        STAGES(REDUCE_THEN_SCAN("subgroup_reduce", vks_constants_tile, "subgroup_scan",
                                vks_constants_tile)),
        .passes = vks_passes_reduce_then_scan,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, decoupled look-back (Merrill and Garland 2016)",
        .primitives = PRIMITIVES_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .arrangement = &one_tile,
        .policies = lookback_policies,
        STAGES([STAGE_ALL] = {"lookback_scan", .constants = lookback_constants,
                              .variants = lookback_variants, .reads_source = true,
                              .writes_destination = true}),
        .passes = passes_single_pass,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile loaded before",
        .primitives = PRIMITIVES_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
        .production = true,
        .arrangement = &two_tiles,
        .policies = lookahead_policies,
        STAGES([STAGE_ALL] = {"lookahead_scan", .constants = single_pass_constants,
                              .reads_source = true, .writes_destination = true}),
        .passes = passes_single_pass,
    },
    {0},
};

static void resolve_exclusive(const struct caps *caps, const vkscan_plan_params *params,
                              struct plan *plan)
{
    (void)caps;
    (void)params;
    plan->exclusive = true;
}

#define SCAN(named)                                                                                \
    .name = named, .ports = scan_ports, .algorithms = scan_algorithms,                             \
    .everywhere = everywhere_scans

const struct primitive vks_inclusive_scan = {SCAN("inclusive-scan")};
const struct primitive vks_exclusive_scan = {SCAN("exclusive-scan"), .resolve = resolve_exclusive};
