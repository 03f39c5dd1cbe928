/* SPDX-License-Identifier: MIT */
/* Reductions of segments: their ports, parameters, algorithms and dispatches. Segments by flags or
 * keys are found by a selection first, and are then segments by offsets. */
#include "segments.h"

#include <inttypes.h>

#include "select.h"

#include "segmented_reduce.def"

/* ---- ports ---- */

static bool has_output(const struct plan *plan, uint32_t output)
{
    return vks_segments_params(plan).outputs & output;
}

static bool has_keys_out(const struct plan *plan)
{
    return has_output(plan, VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT);
}

static bool has_number_out(const struct plan *plan)
{
    return has_output(plan, VKSCAN_SELECT_OUTPUT_NUMBER_BIT);
}

static bool has_arguments_out(const struct plan *plan)
{
    return has_output(plan, VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT);
}

/* Tells whether a step searches for the segments of tiles. */
static bool has_search(const struct plan *plan)
{
    return vks_segments_params(plan).heads != VKSCAN_HEADS_ROWS;
}

/* Rows that both tables have. */
#define PORTS_OF_REDUCTIONS                                                                        \
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},                                          \
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, vks_segments_most,         \
                          .bounded = true, .written = true},                                       \
    PORT_OF_SEEDS, COMMON_PORTS

static const struct port segmented_reduce_ports[PORTS_MAX] = {
    PORTS_OF_REDUCTIONS,
    PORTS_OF_OFFSETS,
};

/* Those of reductions by flags or keys. */
static const struct port flagged_ports[PORTS_MAX] = {
    PORTS_OF_REDUCTIONS,
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .written = true,
                    .operand = OPERAND_TOTAL, .exists = has_number_out},
    [PORT_SECOND_SOURCE] = {PORT(HEADS), vks_segments_head_bits, .second = true},
    [PORT_SECOND_DESTINATION] = {PORT(SECOND_DESTINATION), vks_segments_head_bits, .written = true,
                                 .exists = has_keys_out},
    [PORT_ARGUMENTS] = {PORT(ARGUMENTS), vks_select_argument_bits, vks_plan_one, .written = true,
                        .operand = OPERAND_OWN, .exists = has_arguments_out},
};

static void resolve_segmented_reduce(const struct caps *caps, const vkscan_plan_params *params,
                                     struct plan *plan)
{
    vks_segments_resolve(caps, params, plan);
    if (vks_segments_have_flags(plan))
        plan->ports = flagged_ports;
}

/* ---- parameters ---- */

static VkResult check_reduction(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const struct element_type *out = vks_segments_out(params);

    if (params->flags & VKSCAN_PLAN_REVERSE_BIT)
        return vks_report(errors, RESULT_INVALID,
                          "a reduction takes no VKSCAN_PLAN_REVERSE_BIT, which is of scans");
    return vks_segments_check_number(segments->segments, vks_divide_up(out->size, sizeof(uint32_t)),
                                     errors);
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
    STAGE_SEARCH = STEP_SEARCH,
    STAGE_FIND, /* of flags or keys */
};

/* Shared memory has a place for each element and one more for each thread; and of each subgroup, at
 * worst of each thread, a T and whether it has a head. A selection before takes the source's
 * elements without head padding, and less shared memory. */
#define REDUCED_TILE                                                                               \
    1, SEGMENT_VECTORS_MAX, .persistent = true, .vectors = true, .subgroups = true,                \
                            .shared = {{.per_element = 1, .per_thread = 3}},                       \
                            .shared_per_workgroup = 2

static const struct arrangement reduced_tile = {REDUCED_TILE};
static const struct arrangement flagged_tile = {REDUCED_TILE, .no_head = true};

static void segment_constants(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    struct plan reduced = *plan;

    reduced.operands = vks_segments_operands(plan, plan->operands);
    vks_constants_tile(caps, &reduced, stage, list);
    vks_segments_constants(plan, list);
    vks_constants_add(list, SPEC_SEGMENT_STEP, (uint32_t)(stage - plan->algorithm->stages));
}

/* Adds a dispatch of persistent workgroups, which reduce tiles; before it, by offsets, one that
 * finds the segments of tiles; and behind it, where segments may cross tiles, one that combines
 * their parts. */
static void add_steps(const struct plan *plan, uint64_t count, uint64_t parameter,
                      struct pass_list *list)
{
    const bool is_by_rows = !has_search(plan);
    const uint64_t threads = plan->shape.workgroup_size;
    const uint64_t tiles = vks_divide_up(count > 0 ? count : 1, plan->tile_size);
    const uint64_t firsts = is_by_rows ? 0 : vks_divide_up(tiles + 1, plan->computation.words);
    struct pass pass = {
        .stage = STAGE_SEARCH,
        .input = vks_pass_source(plan),
        .output = vks_pass_destination(plan),
        .auxiliary = vks_pass_scratch(plan, list, 2 * tiles + firsts),
        .count = count,
        .divisor = 1,
        .parameter = parameter,
        .groups = vks_divide_up(tiles + 1, threads),
        .seeded = true,
    };

    if (!is_by_rows)
        vks_pass_add(list, pass);
    pass.stage = STAGE_TILES;
    pass.groups = vks_persistent_groups(tiles, plan->workgroups);
    vks_pass_add(list, pass);
    pass.stage = STAGE_JOINS;
    pass.groups = vks_divide_up(tiles, threads);
    if (tiles > 1 && !(is_by_rows && parameter == 1))
        vks_pass_add(list, pass);
}

/* By offsets no elements are a tile, too, as segments without elements have results. */
static void passes_reduce_segments(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (vks_segments_by_offsets(plan))
        add_steps(plan, count, vks_segments_params(plan).segments, list);
    else if (count > 0)
        add_steps(plan, count, vks_segments_length(plan), list);
}

/* ---- heads that are found ---- */

/* Plans the selection, and then the steps by the starts that it leaves in scratch. */
static void passes_find_and_reduce(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct plan selection = vks_segments_selection(plan);

    if (count == 0 && !has_number_out(plan) && !has_arguments_out(plan))
        return;
    const struct span state = vks_pass_state(list, vks_select_state_words(&selection));
    const uint64_t starts = vks_segments_add_selection(plan, count, state, STAGE_FIND, list);
    if (has_keys_out(plan))
        list->pass[0].output.port = PORT_SECOND_DESTINATION;
    if (count > 0)
        add_steps(plan, count, starts, list);
}

/* ---- without subgroups: a scan, of which the values at the ends of segments are gathered ---- */

enum gather_stage {
    STAGE_GATHER = STAGE_CLEAR_BITS + 2,
    STAGE_FIND_BY_MARKS, /* and the next ones: enum select_by_marks_stage */
};

/* A T of each vector, and whether it has a head; or, for items of 1 too, what the selection's sums
 * take; or its marks and places. */
static const struct arrangement gathered_tile = {
    1, SEGMENT_VECTORS_MAX, .vectors = true, .no_head = true,
    .shared = {{.per_item = 2, .per_thread = 2, .padded = true},
               {.per_item = 2, .per_8_items = 2}}};

/* Plans the selection of the heads, by which segments are found. Returns where their number is, and
 * in *starts the words of scratch before the first one's start. */
static struct span find_by_marks(const struct plan *plan, uint64_t count, uint64_t *starts,
                                 struct pass_list *list)
{
    const struct plan selection = vks_segments_selection(plan);
    struct span number = {0};

    vks_passes_select_by_marks(&selection, count, list);
    for (uint32_t i = 0; i < list->count; i++) {
        struct pass *pass = &list->pass[i];
        pass->stage += STAGE_FIND_BY_MARKS;
        if (pass->input.port == PORT_SOURCE) /* keys are the selection's elements */
            pass->input.port = PORT_SECOND_SOURCE;
        if (pass->output.port == PORT_DESTINATION)
            pass->output.port = PORT_SECOND_DESTINATION;
        number = pass->auxiliary;
        *starts = pass->output.offset / sizeof(uint32_t);
    }
    number.offset += vks_divide_up(count, selection.tile_size) * sizeof(uint32_t);
    return number;
}

static void passes_scan_and_gather(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const bool by_offsets = vks_segments_by_offsets(plan);
    struct pass gather = {
        .stage = STAGE_GATHER,
        .input = vks_pass_unused(plan),
        .output = vks_pass_destination(plan),
        .auxiliary = vks_pass_unused(plan),
        .count = count,
        .divisor = 1,
        .parameter = by_offsets ? vks_segments_params(plan).segments : vks_segments_length(plan),
        .seeded = true,
    };

    if (vks_segments_have_flags(plan))
        gather.input = find_by_marks(plan, count, &gather.parameter, list);
    if (count > 0) {
        const struct span heads = vks_segments_heads(plan, count, 0, STAGE_CLEAR_BITS, list);
        gather.auxiliary = vks_pass_scratch(plan, list, count);
        vks_segments_scan_levels(plan, count, heads, gather.auxiliary, list);
    }
    const uint64_t results = vks_segments_have_flags(plan) || by_offsets
                                 ? vks_segments_most(plan)
                                 : vks_divide_up(count, gather.parameter);
    gather.groups = vks_divide_up(results, plan->shape.workgroup_size);
    if (count > 0 || by_offsets)
        vks_pass_add(list, gather);
}

static bool has_no_flags(const struct plan *plan)
{
    return !vks_segments_have_flags(plan);
}

#define STEP .constants = segment_constants, .reads_source = true, .writes_destination = true
#define STEPS                                                                                      \
    [STAGE_TILES] = {"reduce_segments", STEP}, [STAGE_JOINS] = {"reduce_segments", STEP},          \
    [STAGE_SEARCH] = {"reduce_segments", STEP, .exists = has_search}

#define FOUND(kernel, add_constants)                                                               \
    kernel, .constants = add_constants, .within = vks_segments_selection

static bool has_flags_or_columns(const struct plan *plan)
{
    return vks_segments_have_flags(plan) || vks_segments_are_columns(plan);
}

/* In rising order of preference: AUTO takes the last that suits. */
static const struct algorithm segmented_reduce_algorithms[] = {
    {COLUMNS_OF(1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE)},
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "a scan by trees, and the values at the ends of segments",
        .primitives = 1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .unsupported = {"seeds of segments, columns, or a pitch",
                        vks_segments_have_seeds_or_columns},
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &gathered_tile,
        .policies = vks_blelloch_policies,
        STAGES(SEGMENT_TREE_STAGES,
               [STAGE_DOWNSWEEP_SOURCE] = {SEGMENT_TREE_STAGE, .reads_source = true},
               [STAGE_GATHER] = {"blelloch_segments", .constants = vks_constants_gather,
                                 .writes_destination = true},
               [STAGE_FIND_BY_MARKS + STAGE_MARK] = {FOUND("blelloch_mark", vks_constants_mark),
                                                     .by_words = true,
                                                     .exists = vks_segments_have_flags},
               [STAGE_FIND_BY_MARKS +
                   STAGE_REDUCE_NUMBERS] = {FOUND("blelloch_reduce", vks_constants_reduce_numbers),
                                            .class = "uint32", .exists = vks_segments_have_flags},
               [STAGE_FIND_BY_MARKS +
                   STAGE_SCAN_NUMBERS] = {FOUND("blelloch_scan", vks_constants_scan_numbers),
                                          .class = "uint32", .exclusive = true,
                                          .exists = vks_segments_have_flags},
               [STAGE_FIND_BY_MARKS +
                   STAGE_STORE_VALUES] = {FOUND("select_store", vks_constants_store_values),
                                          .class = "uint32", .exists = has_keys_out},
               [STAGE_FIND_BY_MARKS +
                   STAGE_STORE_OTHERS] = {FOUND("select_store", vks_constants_store_others),
                                          .class = "uint32", .exists = vks_segments_have_flags}),
        .passes = passes_scan_and_gather,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "the segments within tiles, then those that cross tiles",
        .primitives = 1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .unsupported = {"flags, keys, columns, or a pitch", has_flags_or_columns},
        .production = true,
        .no_pieces = true,
        .arrangement = &reduced_tile,
        .policies = segmented_reduce_policies,
        STAGES(STEPS),
        .passes = passes_reduce_segments,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "a selection of the heads, then the steps of subgroup",
        .primitives = 1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .unsupported = {"rows or offsets", has_no_flags},
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &flagged_tile,
        .policies = flagged_reduce_policies,
        STAGES(STEPS, [STAGE_FIND] = {"lookback_select", .constants = vks_constants_select_lookback,
                                      .variants = vks_select_variants,
                                      .within = vks_segments_selection}),
        .passes = passes_find_and_reduce,
    },
    {0},
};

const struct primitive vks_segmented_reduce = {
    .name = "segmented-reduce",
    .ports = segmented_reduce_ports,
    .algorithms = segmented_reduce_algorithms,
    DETAILS(segments, columns),
    .check = check_segmented_reduce,
    .resolve = resolve_segmented_reduce,
};
