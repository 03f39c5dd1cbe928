/* SPDX-License-Identifier: MIT */
/* Scans and reductions of segments: their ports, parameters, algorithms and dispatches. */
#include <inttypes.h>
#include <string.h>

#include "primitive.h"
#include "segments/segments.h"

#include "segments.def"

_Static_assert(VKSCAN_HEADS_ROWS == HEADS_ROWS && VKSCAN_HEADS_BYTES == HEADS_BYTES &&
                   VKSCAN_HEADS_BITS == HEADS_BITS && VKSCAN_HEADS_WORDS == HEADS_WORDS &&
                   VKSCAN_HEADS_KEYS == HEADS_KEYS && VKSCAN_HEADS_OFFSETS == HEADS_OFFSETS,
               "segments/segments.h and vkscan/segments.h differ");

/* ---- state ---- */

static vkscan_segments_params segments_of(const struct plan *plan)
{
    vkscan_segments_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

static void resolve_segments(const struct caps *caps, const vkscan_plan_params *params,
                             struct plan *plan)
{
    (void)caps;
    memcpy(plan->own, params->details, sizeof(vkscan_segments_params));
    plan->exclusive = params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN;
}

/* ---- ports ---- */

static bool has_heads(const struct plan *plan)
{
    return segments_of(plan).heads != VKSCAN_HEADS_ROWS;
}

static uint32_t head_bits(const struct plan *plan)
{
    const vkscan_segments_params segments = segments_of(plan);

    return segments.heads == VKSCAN_HEADS_BITS    ? 1
           : segments.heads == VKSCAN_HEADS_BYTES ? 8
           : segments.heads == VKSCAN_HEADS_KEYS  ? 8 * segments.key_size
                                                  : 32;
}

static bool has_offsets(const struct plan *plan)
{
    return segments_of(plan).heads == VKSCAN_HEADS_OFFSETS;
}

static uint64_t offsets_of(const struct plan *plan)
{
    const vkscan_segments_params segments = segments_of(plan);

    return segments.segments + (segments.flags & VKSCAN_SEGMENTS_STARTS_BIT ? 0 : 1);
}

static bool has_number_of_segments(const struct plan *plan)
{
    return segments_of(plan).flags & VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT;
}

/* Returns the number of rows, or the most segments. */
static uint64_t results_of(const struct plan *plan)
{
    const vkscan_segments_params segments = segments_of(plan);

    return has_offsets(plan) ? segments.segments : vks_divide_up(plan->capacity, segments.length);
}

static const struct port segmented_scan_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true,
                          .coincides = 1u << PORT_SOURCE},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    [PORT_SECOND_SOURCE] = {PORT(HEADS), head_bits, .second = true, .exists = has_heads},
    COMMON_PORTS,
};

enum { PORT_OFFSETS = PORT_OWN };

static const struct port segmented_reduce_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, results_of, .bounded = true,
                          .written = true},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .operand = OPERAND_TOTAL,
                    .exists = has_number_of_segments},
    [PORT_OFFSETS] = {PORT(HEADS), .elements = offsets_of, .operand = OPERAND_OWN,
                      .exists = has_offsets},
    COMMON_PORTS,
};

/* ---- parameters ---- */

static VkResult check_heads(const vkscan_segments_params *segments, const struct report *errors)
{
    const bool is_rows = segments->heads == VKSCAN_HEADS_ROWS;

    if (segments->heads < VKSCAN_HEADS_ROWS || segments->heads > VKSCAN_HEADS_OFFSETS)
        return vks_report(errors, RESULT_INVALID,
                          "details.heads is %d: name one, such as VKSCAN_HEADS_ROWS",
                          (int)segments->heads);
    if (is_rows != (segments->length > 0))
        return vks_report(errors, RESULT_INVALID, "details.length is %" PRIu64 ": %s",
                          segments->length,
                          is_rows ? "VKSCAN_HEADS_ROWS needs the elements of a row"
                                  : "it is for VKSCAN_HEADS_ROWS alone");
    return vks_plan_check_key_size(segments->key_size, segments->heads == VKSCAN_HEADS_KEYS,
                                   "VKSCAN_HEADS_KEYS", errors);
}

/* Checks what is for offsets alone. */
static VkResult check_offsets(const vkscan_segments_params *segments, const struct report *errors)
{
    const uint32_t known = VKSCAN_SEGMENTS_STARTS_BIT | VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT;
    const bool is_by_offsets = segments->heads == VKSCAN_HEADS_OFFSETS;

    if (is_by_offsets != (segments->segments > 0))
        return vks_report(errors, RESULT_INVALID, "details.segments is %" PRIu64 ": %s",
                          segments->segments,
                          is_by_offsets ? "VKSCAN_HEADS_OFFSETS needs the number of segments"
                                        : "it is for VKSCAN_HEADS_OFFSETS alone");
    if (segments->offset_size != (is_by_offsets ? sizeof(uint32_t) : 0))
        return vks_report(
            errors, RESULT_INVALID, "details.offset_size is %u: %s", segments->offset_size,
            is_by_offsets ? "an offset has 4 bytes" : "it is for VKSCAN_HEADS_OFFSETS alone");
    if (segments->flags & ~(is_by_offsets ? known : 0))
        return vks_report(errors, RESULT_INVALID, "details.flags are 0x%x: %s", segments->flags,
                          is_by_offsets ? "they are a mask of vkscan_segments_flag"
                                        : "they are for VKSCAN_HEADS_OFFSETS alone");
    return VK_SUCCESS;
}

static VkResult check_reduction(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const struct element_type *out = vks_plan_params_out(params, vks_element_op(params->op));
    const uint64_t most = (INT32_MAX - VECTOR_BYTES) / vks_divide_up(out->size, sizeof(uint32_t));

    if (segments->heads != VKSCAN_HEADS_ROWS && segments->heads != VKSCAN_HEADS_OFFSETS)
        return vks_report(errors, RESULT_INVALID,
                          "details.heads is %d: segmented-reduce takes VKSCAN_HEADS_ROWS and "
                          "VKSCAN_HEADS_OFFSETS",
                          (int)segments->heads);
    if (params->flags & VKSCAN_PLAN_REVERSE_BIT)
        return vks_report(errors, RESULT_INVALID,
                          "a reduction takes no VKSCAN_PLAN_REVERSE_BIT, which is of scans");
    if (segments->segments > most)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "details.segments is %" PRIu64 ": there are at most %" PRIu64
                          " segments by offsets",
                          segments->segments, most);
    return VK_SUCCESS;
}

static VkResult check_scan(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;

    return segments->heads == VKSCAN_HEADS_OFFSETS
               ? vks_report(errors, RESULT_INVALID,
                            "details.heads is %d: VKSCAN_HEADS_OFFSETS is of segmented-reduce",
                            (int)segments->heads)
               : VK_SUCCESS;
}

static VkResult check_segments(const vkscan_plan_params *params, const struct element_type *type,
                               const struct report *errors)
{
    const struct op *op = vks_element_op(params->op);

    if (!params->details)
        return vks_report(errors, RESULT_INVALID,
                          "details is NULL: %s needs vkscan_segments_params",
                          vkscan_primitive_name(params->primitive));
    if (params->user_operator)
        return vks_report(errors, RESULT_INVALID, "%s takes no user_operator",
                          vkscan_primitive_name(params->primitive));
    if (params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)
        return vks_report(errors, RESULT_INVALID, "%s takes no VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT",
                          vkscan_primitive_name(params->primitive));
    if (params->determinism == VKSCAN_DETERMINISM_EVERYWHERE &&
        vks_element_computation(type, vks_plan_params_out(params, op), op).rounds)
        return vks_report(errors, RESULT_INVALID,
                          "%s by %s of %s rounds: it has no VKSCAN_DETERMINISM_EVERYWHERE",
                          vkscan_primitive_name(params->primitive), op->name,
                          vks_plan_params_out(params, op)->name);
    VkResult result = check_heads(params->details, errors);
    if (result == VK_SUCCESS)
        result = check_offsets(params->details, errors);
    if (result != VK_SUCCESS)
        return result;
    return params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE ? check_reduction(params, errors)
                                                                  : check_scan(params, errors);
}

/* ---- scans ---- */

/* Shared memory has a T of each subgroup, at worst of each thread, and whether it has a head. */
static const struct arrangement segmented_tile = {1,
                                                  SEGMENT_VECTORS_MAX,
                                                  .persistent = true,
                                                  .vectors = true,
                                                  .subgroups = true,
                                                  .shared_per_thread = 2,
                                                  .shared_per_workgroup = 8};

static void segmented_scan_constants(const struct caps *caps, const struct plan *plan,
                                     const struct stage *stage, struct constants *list)
{
    const vkscan_segments_params segments = segments_of(plan);

    vks_constants_tile_scan(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
    vks_constants_add(list, SPEC_HEADS, segments.heads);
    vks_constants_add(list, SPEC_KEY_BYTES,
                      segments.key_size > 0 ? segments.key_size : sizeof(uint32_t));
}

/* Returns the parameter of the kernels: the length of a row, or one that is longer than any array
 * and with a tile more is in reach of 32 bits. */
static uint64_t length_of(const struct plan *plan)
{
    return vks_least(segments_of(plan).length, INT32_MAX);
}

/* Plans one dispatch of persistent workgroups, which scan everything. */
static void passes_scan(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);

    if (tiles == 0)
        return;
    vks_pass_single(plan, count, list, TILE_STATE_WORDS(tiles, plan->computation.words),
                    vks_persistent_groups(tiles, plan->workgroups));
    list->pass[0].parameter = length_of(plan);
    list->pass[0].second_input = (struct span){0};
    if (has_heads(plan))
        list->pass[0].second_input =
            (struct span){.port = PORT_SECOND_SOURCE, .unit = sizeof(uint32_t)};
}

static const struct algorithm segmented_scan_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, decoupled look-back to the nearest head",
        .primitives = 1u << VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN |
                      1u << VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &segmented_tile,
        .policies = segmented_scan_policies,
        .stages = {[STAGE_ALL] = {"lookback_segments", .constants = segmented_scan_constants,
                                  .reads_source = true, .writes_destination = true}},
        .passes = passes_scan,
    },
    {0},
};

/* ---- reductions ---- */

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
    const vkscan_segments_params segments = segments_of(plan);
    const bool has_starts = segments.flags & VKSCAN_SEGMENTS_STARTS_BIT;

    vks_constants_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_HEADS, has_starts ? HEADS_STARTS : segments.heads);
    vks_constants_add(list, SPEC_SEGMENT_STEP, (uint32_t)(stage - plan->algorithm->stages));
}

/* Plans a dispatch of a workgroup for each tile; before it, by offsets, one that finds the segments
 * of tiles; and behind it, where segments may cross tiles, one that combines their parts. By
 * offsets no elements are a tile, too, as segments without elements have results. */
static void passes_reduce_segments(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const bool by_offsets = has_offsets(plan);
    const uint64_t length = length_of(plan), threads = plan->shape.workgroup_size;
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
        .parameter = by_offsets ? segments_of(plan).segments : length,
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
                                     .exists = has_offsets}},
        .passes = passes_reduce_segments,
    },
    {0},
};

#define SEGMENTED(named, family)                                                                   \
    .name = named, .ports = segmented_##family##_ports,                                            \
    .algorithms = segmented_##family##_algorithms, DETAILS(segments, offset_size),                      \
    .check = check_segments, .resolve = resolve_segments

const struct primitive vks_segmented_inclusive_scan = {SEGMENTED("segmented-inclusive-scan", scan)};
const struct primitive vks_segmented_exclusive_scan = {SEGMENTED("segmented-exclusive-scan", scan)};
const struct primitive vks_segmented_reduce = {SEGMENTED("segmented-reduce", reduce)};
