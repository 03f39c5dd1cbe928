/* SPDX-License-Identifier: MIT */
/* Reductions of segments: their ports, parameters, algorithm and dispatches. */
#include "segments.h"

#include <inttypes.h>

#include "segmented_reduce.def"

/* ---- ports ---- */

/* Returns the number of rows, or the most segments. */
static uint64_t results_of(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return vks_segments_by_offsets(plan) ? segments.segments
                                         : vks_divide_up(plan->capacity, segments.length);
}

static const struct port segmented_reduce_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, results_of, .bounded = true,
                          .written = true},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    PORTS_OF_OFFSETS,
    COMMON_PORTS,
};

/* ---- parameters ---- */

static VkResult check_reduction(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const struct element_type *out = vks_plan_params_out(params, vks_element_op(params->op));

    if (segments->heads != VKSCAN_HEADS_ROWS && segments->heads != VKSCAN_HEADS_OFFSETS)
        return vks_report(errors, RESULT_INVALID,
                          "details.heads is %d: segmented-reduce takes VKSCAN_HEADS_ROWS and "
                          "VKSCAN_HEADS_OFFSETS",
                          (int)segments->heads);
    if (params->flags & VKSCAN_PLAN_REVERSE_BIT)
        return vks_report(errors, RESULT_INVALID,
                          "a reduction takes no VKSCAN_PLAN_REVERSE_BIT, which is of scans");
    return vks_segments_check_number(params, vks_divide_up(out->size, sizeof(uint32_t)), errors);
}

static VkResult check_segmented_reduce(const vkscan_plan_params *params,
                                       const struct element_type *type, const struct report *errors)
{
    const VkResult result = vks_segments_check(params, type, errors);

    return result == VK_SUCCESS ? check_reduction(params, errors) : result;
}

/* ---- the algorithm ---- */

enum reduce_segments_stage {
    STAGE_TILES = STEP_TILES,
    STAGE_JOINS = STEP_JOINS,
    STAGE_SEARCH = STEP_SEARCH
};

/* Shared memory has the scanned elements, and of each subgroup, at worst of each thread, a T and
 * whether it has a head. */
static const struct arrangement reduced_tile = {1,
                                                SEGMENT_VECTORS_MAX,
                                                .vectors = true,
                                                .subgroups = true,
                                                .shared = {{.per_element = 1, .per_thread = 2}},
                                                .shared_per_workgroup = 1};

static void segment_constants(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    vks_constants_tile(caps, plan, stage, list);
    vks_segments_constants(plan, list);
    vks_constants_add(list, SPEC_SEGMENT_STEP, (uint32_t)(stage - plan->algorithm->stages));
}

/* Plans a dispatch of a workgroup for each tile; before it, by offsets, one that finds the segments
 * of tiles; and behind it, where segments may cross tiles, one that combines their parts. By
 * offsets no elements are a tile, too, as segments without elements have results. */
static void passes_reduce_segments(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const bool by_offsets = vks_segments_by_offsets(plan);
    const uint64_t length = vks_segments_length(plan), threads = plan->shape.workgroup_size;
    const uint64_t elements = by_offsets && count == 0 ? 1 : count;
    const uint64_t tiles = vks_divide_up(elements, plan->tile_size);
    const uint64_t firsts = by_offsets ? vks_divide_up(tiles + 1, plan->computation.words) : 0;

    if (tiles == 0)
        return;
    struct pass pass = {
        .stage = STAGE_TILES,
        .input = vks_pass_source(plan),
        .output = vks_pass_destination(plan),
        .auxiliary = vks_pass_scratch(plan, list, 2 * tiles + firsts),
        .count = count,
        .divisor = 1,
        .parameter = by_offsets ? vks_segments_params(plan).segments : length,
        .groups = tiles,
        .seeded = true,
    };
    if (by_offsets) {
        struct pass search = pass;
        search.stage = STAGE_SEARCH;
        search.groups = vks_divide_up(tiles + 1, threads);
        vks_pass_add(list, search);
    }
    vks_pass_add(list, pass);
    if (tiles == 1 || length == 1)
        return;
    pass.stage = STAGE_JOINS;
    pass.groups = vks_divide_up(tiles, threads);
    vks_pass_add(list, pass);
}

static const struct algorithm segmented_reduce_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "the segments within tiles, then those that cross tiles",
        .primitives = 1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .no_pieces = true,
        .arrangement = &reduced_tile,
        .policies = segmented_reduce_policies,
        .stages = {[STAGE_TILES] = {"reduce_segments", .constants = segment_constants,
                                    .reads_source = true, .writes_destination = true},
                   [STAGE_JOINS] = {"reduce_segments", .constants = segment_constants,
                                    .reads_source = true, .writes_destination = true},
                   [STAGE_SEARCH] = {"reduce_segments", .constants = segment_constants,
                                     .reads_source = true, .writes_destination = true,
                                     .exists = vks_segments_by_offsets}},
        .passes = passes_reduce_segments,
    },
    {0},
};

const struct primitive vks_segmented_reduce = {
    .name = "segmented-reduce",
    .ports = segmented_reduce_ports,
    .algorithms = segmented_reduce_algorithms,
    DETAILS(segments, offset_size),
    .check = check_segmented_reduce,
    .resolve = vks_segments_resolve,
};
