/* SPDX-License-Identifier: MIT */
/* Parameters of segments, and their scans. segmented_reduce.c has the reductions. */
#include "segments.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "select.h"

#include "segments.def"

_Static_assert(VKSCAN_HEADS_ROWS == HEADS_ROWS && VKSCAN_HEADS_BYTES == HEADS_BYTES &&
                   VKSCAN_HEADS_BITS == HEADS_BITS && VKSCAN_HEADS_WORDS == HEADS_WORDS &&
                   VKSCAN_HEADS_KEYS == HEADS_KEYS && VKSCAN_HEADS_OFFSETS == HEADS_OFFSETS,
               "segments/segments.h and vkscan/segments.h differ");

/* ---- state ---- */

vkscan_segments_params vks_segments_params(const struct plan *plan)
{
    vkscan_segments_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

void vks_segments_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan)
{
    (void)caps;
    memcpy(plan->own, params->details, sizeof(vkscan_segments_params));
    plan->exclusive = params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN;
}

uint64_t vks_segments_length(const struct plan *plan)
{
    return vks_least(vks_segments_params(plan).length, INT32_MAX);
}

void vks_segments_constants(const struct plan *plan, struct constants *list)
{
    const vkscan_segments_params segments = vks_segments_params(plan);
    const bool has_starts = segments.flags & VKSCAN_SEGMENTS_STARTS_BIT;

    vks_constants_add(list, SPEC_HEADS,
                      has_starts                      ? HEADS_STARTS
                      : vks_segments_have_flags(plan) ? HEADS_FOUND
                                                      : (uint32_t)segments.heads);
    vks_constants_add(list, SPEC_OFFSET_BYTES,
                      segments.offset_size > 0 ? segments.offset_size : sizeof(uint32_t));
}

bool vks_segments_have_seeds(const struct plan *plan)
{
    return vks_segments_params(plan).flags & VKSCAN_SEGMENTS_SEEDS_BIT;
}

/* Tells whether a scan's heads are found beforehand: by flags or keys, to number segments that have
 * seeds. */
static bool finds_heads(const struct plan *plan)
{
    return vks_segments_have_seeds(plan) && vks_segments_have_flags(plan);
}

bool vks_segments_mark_heads(const struct plan *plan)
{
    return vks_segments_by_offsets(plan) || finds_heads(plan);
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

uint32_t vks_segments_operands(const struct plan *plan, uint32_t operands)
{
    return operands | (vks_segments_have_seeds(plan) ? OPERAND_SEEDS : 0);
}

/* ---- ports ---- */

uint64_t vks_segments_most(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return vks_segments_by_offsets(plan)   ? segments.segments
           : vks_segments_have_flags(plan) ? plan->capacity
                                           : vks_divide_up(plan->capacity, segments.length);
}

uint64_t vks_segments_seeds(const struct plan *plan)
{
    const uint64_t most = vks_segments_have_seeds(plan) ? vks_segments_most(plan) : 1;

    return most > 0 ? most : 1;
}

bool vks_segments_by_offsets(const struct plan *plan)
{
    return vks_segments_params(plan).heads == VKSCAN_HEADS_OFFSETS;
}

bool vks_segments_has_number(const struct plan *plan)
{
    return vks_segments_params(plan).flags & VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT;
}

uint32_t vks_segments_offset_bits(const struct plan *plan)
{
    return 8 * vks_segments_params(plan).offset_size;
}

uint64_t vks_segments_offsets(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return segments.segments + (segments.flags & VKSCAN_SEGMENTS_STARTS_BIT ? 0 : 1);
}

static bool are_flags(vkscan_heads heads)
{
    return heads != VKSCAN_HEADS_ROWS && heads != VKSCAN_HEADS_OFFSETS;
}

bool vks_segments_have_flags(const struct plan *plan)
{
    return are_flags(vks_segments_params(plan).heads);
}

uint32_t vks_segments_head_bits(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return segments.heads == VKSCAN_HEADS_BITS    ? 1
           : segments.heads == VKSCAN_HEADS_BYTES ? 8
           : segments.heads == VKSCAN_HEADS_KEYS  ? 8 * segments.key_size
                                                  : 32;
}

static const struct port segmented_scan_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true,
                          .coincides = 1u << PORT_SOURCE},
    PORT_OF_SEEDS,
    [PORT_SECOND_SOURCE] = {PORT(HEADS), vks_segments_head_bits, .second = true,
                            .exists = vks_segments_have_flags},
    PORTS_OF_OFFSETS,
    COMMON_PORTS,
};

/* ---- parameters ---- */

const struct element_type *vks_segments_out(const vkscan_plan_params *params)
{
    const vkscan_operator *user = params->user_operator;

    return user ? vks_operator_type(user->element_size)
                : vks_plan_params_out(params, vks_element_op(params->op));
}

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

/* Checks the flags, of which one alone is for all heads. */
static VkResult check_flags(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const uint32_t of_all = VKSCAN_SEGMENTS_SEEDS_BIT;
    const uint32_t of_offsets =
        VKSCAN_SEGMENTS_STARTS_BIT | VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT | of_all;
    const bool is_by_offsets = segments->heads == VKSCAN_HEADS_OFFSETS;

    if (segments->flags & ~(is_by_offsets ? of_offsets : of_all))
        return vks_report(errors, RESULT_INVALID, "details.flags are 0x%x: %s", segments->flags,
                          is_by_offsets ? "they are a mask of vkscan_segments_flag"
                                        : "all but VKSCAN_SEGMENTS_SEEDS_BIT are for "
                                          "VKSCAN_HEADS_OFFSETS alone");
    if (segments->flags & of_all && !(params->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "details.flags are 0x%x: with VKSCAN_SEGMENTS_SEEDS_BIT a plan has "
                          "VKSCAN_PLAN_SEED_IN_BUFFER_BIT, as the seeds are in VKSCAN_PORT_SEED",
                          segments->flags);
    return VK_SUCCESS;
}

/* Checks what is for offsets alone. */
static VkResult check_offsets(const vkscan_segments_params *segments, const struct report *errors)
{
    const bool is_by_offsets = segments->heads == VKSCAN_HEADS_OFFSETS;

    if (is_by_offsets != (segments->segments > 0))
        return vks_report(errors, RESULT_INVALID, "details.segments is %" PRIu64 ": %s",
                          segments->segments,
                          is_by_offsets ? "VKSCAN_HEADS_OFFSETS needs the number of segments"
                                        : "it is for VKSCAN_HEADS_OFFSETS alone");
    if (is_by_offsets ? segments->offset_size != 4 && segments->offset_size != 8
                      : segments->offset_size > 0)
        return vks_report(
            errors, RESULT_INVALID, "details.offset_size is %u: %s", segments->offset_size,
            is_by_offsets ? "an offset has 4 or 8 bytes" : "it is for VKSCAN_HEADS_OFFSETS alone");
    return VK_SUCCESS;
}

/* Checks what reductions by flags and keys write besides their results. */
static VkResult check_segment_outputs(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const bool reduces = params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
    const uint32_t of_flags = VKSCAN_SELECT_OUTPUT_NUMBER_BIT | VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT;
    const uint32_t of_keys = of_flags | VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT;
    const uint32_t known = !reduces || !are_flags(segments->heads) ? 0
                           : segments->heads == VKSCAN_HEADS_KEYS  ? of_keys
                                                                   : of_flags;

    if (segments->outputs & ~known)
        return vks_report(errors, RESULT_INVALID,
                          "details.outputs are 0x%x: segmented-reduce has NUMBER and ARGUMENTS by "
                          "flags or keys, and by keys ELEMENTS; all else has none",
                          segments->outputs);
    if (segments->divisor > 1 && !(segments->outputs & VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "details.divisor is %u, and details.outputs 0x%x has no arguments",
                          segments->divisor, segments->outputs);
    return VK_SUCCESS;
}

/* Checks that an operator that rounds, as any of users may, need not give the same bits everywhere.
 */
static VkResult check_determinism(const vkscan_plan_params *params, const struct element_type *type,
                                  const struct report *errors)
{
    const struct op *op = vks_element_op(params->op);
    const struct element_type *out = vks_segments_out(params);
    const vkscan_operator *user = params->user_operator;

    if (params->determinism != VKSCAN_DETERMINISM_EVERYWHERE ||
        (!user && !vks_element_computation(type, out, op).rounds))
        return VK_SUCCESS;
    return vks_report(
        errors, RESULT_INVALID, "%s by %s of %s rounds: it has no VKSCAN_DETERMINISM_EVERYWHERE",
        vkscan_primitive_name(params->primitive), user ? user->name : op->name, out->name);
}

VkResult vks_segments_check(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors)
{
    const vkscan_operator *user = params->user_operator;

    if (!params->details)
        return vks_report(errors, RESULT_INVALID,
                          "details is NULL: %s needs vkscan_segments_params",
                          vkscan_primitive_name(params->primitive));
    if (user && user->second_size)
        return vks_report(errors, RESULT_INVALID,
                          "user operator %s has two sources, and %s takes one: combine them by a "
                          "kernel of your own first",
                          user->name, vkscan_primitive_name(params->primitive));
    if (params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)
        return vks_report(errors, RESULT_INVALID, "%s takes no VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT",
                          vkscan_primitive_name(params->primitive));
    VkResult result = check_determinism(params, type, errors);
    if (result == VK_SUCCESS)
        result = check_heads(params->details, errors);
    if (result == VK_SUCCESS)
        result = check_offsets(params->details, errors);
    if (result == VK_SUCCESS)
        result = check_flags(params, errors);
    return result == VK_SUCCESS ? check_segment_outputs(params, errors) : result;
}

VkResult vks_segments_check_number(const vkscan_plan_params *params, uint64_t words,
                                   const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const uint64_t most = (INT32_MAX - VECTOR_BYTES) / words;

    if (segments->segments > most)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "details.segments is %" PRIu64 ": there are at most %" PRIu64
                          " segments by offsets",
                          segments->segments, most);
    return VK_SUCCESS;
}

static VkResult check_segmented_scan(const vkscan_plan_params *params,
                                     const struct element_type *type, const struct report *errors)
{
    const VkResult result = vks_segments_check(params, type, errors);
    const vkscan_segments_params *segments = params->details;

    if (result != VK_SUCCESS)
        return result;
    const uint64_t words = vks_divide_up(vks_segments_out(params)->size, sizeof(uint32_t));
    return vks_segments_check_number(
        params, segments->flags & VKSCAN_SEGMENTS_SEEDS_BIT ? words : 1, errors);
}

/* ---- heads that are found ---- */

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

/* ---- scans ---- */

/* Shared memory has a T of each subgroup, at worst of each thread, and whether it has a head. */
static const struct arrangement segmented_tile = {1,
                                                  SEGMENT_VECTORS_MAX,
                                                  .persistent = true,
                                                  .vectors = true,
                                                  .subgroups = true,
                                                  .shared_per_thread = 2,
                                                  .shared_per_workgroup = 8};

/* There is a T of each vector, and whether it has a head. */
static const struct arrangement segmented_tree_tile = {1, SEGMENT_VECTORS_MAX, .vectors = true,
                                                       .shared = {{.per_item = 2, .padded = true}}};

enum lookback_segments_stage {
    STAGE_CLEAR_HEADS = STAGE_ALL + 1,
    STAGE_MARK_HEADS,
    STAGE_FIND_HEADS
};

static void segmented_scan_constants(const struct caps *caps, const struct plan *plan,
                                     const struct stage *stage, struct constants *list)
{
    struct plan scanned = *plan;

    scanned.operands = vks_segments_operands(plan, plan->operands & (OPERAND_COUNT | OPERAND_SEED));
    vks_constants_tile_scan(caps, &scanned, stage, list);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
    vks_segments_scan_constants(plan, list);
}

uint64_t vks_segments_mark_bytes(const struct plan *plan, uint64_t count)
{
    return VECTOR_BYTES *
           (vks_segments_have_seeds(plan) ? count / 4 + 1 : vks_divide_up(count, BITS_OF_VECTOR));
}

static void add_marks(const struct plan *plan, uint32_t step, struct constants *list)
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
    add_marks(plan, STEP_CLEAR, list);
}

void vks_constants_mark_heads(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    const bool names_backward =
        vks_segments_have_seeds(plan) && plan->flags & VKSCAN_PLAN_REVERSE_BIT;

    (void)caps;
    (void)stage;
    add_marks(plan, names_backward ? STEP_NAME_REVERSE : STEP_MARK, list);
}

void vks_segments_mark(const struct plan *plan, uint64_t count, uint64_t starts, struct span heads,
                       uint32_t stage, struct pass_list *list)
{
    const bool finds = finds_heads(plan);
    const uint64_t vectors = vks_segments_mark_bytes(plan, count) / VECTOR_BYTES;
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

/* Returns the tiles of the capacity and the most head padding. */
static uint64_t most_tiles(const struct plan *plan)
{
    const uint64_t padding = plan->pads ? 2 * plan->computation.vector - 1 : 0;

    return vks_divide_up(plan->capacity + padding, plan->tile_size);
}

/* Takes the persistent state of the scan, behind that of a selection, in *found, if there is one.
 * Where heads are made there are states for all tiles, so that heads never overlap those of runs
 * with other counts. */
static struct span take_states(const struct plan *plan, uint64_t tiles, struct pass_list *list,
                               struct span *found)
{
    const uint64_t states = vks_segments_mark_heads(plan) ? most_tiles(plan) : tiles;
    const struct plan selection = finds_heads(plan) ? vks_segments_selection(plan) : *plan;
    const uint64_t before = finds_heads(plan) ? vks_select_state_words(&selection) : 0;
    struct span state =
        vks_pass_state(list, before + TILE_STATE_WORDS(states, plan->computation.words));

    *found = state;
    state.offset += before * sizeof(uint32_t);
    return state;
}

/* Plans one dispatch of persistent workgroups, which scan everything, behind those that make heads.
 */
static void passes_scan(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);
    struct span found;

    if (tiles == 0)
        return;
    struct pass pass = {
        .stage = STAGE_ALL,
        .input = vks_pass_source(plan),
        .output = vks_pass_destination(plan),
        .auxiliary = take_states(plan, tiles, list, &found),
        .count = count,
        .divisor = 1,
        .parameter = vks_segments_length(plan),
        .groups = vks_persistent_groups(tiles, plan->workgroups),
        .seeded = true,
    };
    const uint64_t starts =
        finds_heads(plan) ? vks_segments_add_selection(plan, count, found, STAGE_FIND_HEADS, list)
                          : 0;
    pass.second_input = vks_segments_heads(plan, count, starts, STAGE_CLEAR_HEADS, list);
    vks_pass_add(list, pass);
}

/* ---- scans by levels of tiles ---- */

static void passes_scan_levels(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count > 0)
        vks_segments_scan_levels(plan, count,
                                 vks_segments_heads(plan, count, 0, STAGE_CLEAR_BITS, list),
                                 vks_pass_destination(plan), list);
}

#define PRIMITIVES_SEGMENTED_SCAN                                                                  \
    (1u << VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN |                                             \
     1u << VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN)

/* In rising order of preference: AUTO takes the last that suits. */
static const struct algorithm segmented_scan_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "tile aggregates, then tiles, by trees to the nearest head",
        .primitives = PRIMITIVES_SEGMENTED_SCAN,
        .unsupported = {"seeds of segments", vks_segments_have_seeds},
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &segmented_tree_tile,
        .policies = vks_blelloch_policies,
        STAGES(SEGMENT_TREE_STAGES, [STAGE_DOWNSWEEP_SOURCE] = {SEGMENT_TREE_STAGE,
                                                                .reads_source = true,
                                                                .writes_destination = true}),
        .passes = passes_scan_levels,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, decoupled look-back to the nearest head",
        .primitives = PRIMITIVES_SEGMENTED_SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &segmented_tile,
        .policies = segmented_scan_policies,
        STAGES([STAGE_ALL] = {"lookback_segments", .constants = segmented_scan_constants,
                              .reads_source = true, .writes_destination = true},
               MARK_STAGES(STAGE_CLEAR_HEADS),
               [STAGE_FIND_HEADS] = {"lookback_select", .constants = vks_constants_select_lookback,
                                     .variants = vks_select_variants, .exists = finds_heads,
                                     .within = vks_segments_selection}),
        .passes = passes_scan,
    },
    {0},
};

#define SEGMENTED_SCAN(named)                                                                      \
    {                                                                                              \
        .name = named, .ports = segmented_scan_ports, .algorithms = segmented_scan_algorithms,     \
        DETAILS(segments, divisor), .check = check_segmented_scan, .resolve = vks_segments_resolve \
    }

const struct primitive vks_segmented_inclusive_scan = SEGMENTED_SCAN("segmented-inclusive-scan");
const struct primitive vks_segmented_exclusive_scan = SEGMENTED_SCAN("segmented-exclusive-scan");
