/* SPDX-License-Identifier: MIT */
/* Scans of segments: their ports, their algorithms and the dispatches. */
#include "segments.h"
#include "select.h"

#include "segments.def"

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

static VkResult check_segmented_scan(const vkscan_plan_params *params,
                                     const struct element_type *type, const struct report *errors)
{
    const VkResult result = vks_segments_check(params, type, errors);
    const vkscan_segments_params *segments = params->details;

    if (result != VK_SUCCESS)
        return result;
    const uint64_t words = vks_divide_up(vks_segments_out(params)->size, sizeof(uint32_t));
    return vks_segments_check_number(
        segments->segments, segments->flags & VKSCAN_SEGMENTS_SEEDS_BIT ? words : 1, errors);
}

/* ---- the single pass ---- */

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

/* Returns the tiles of the capacity and the most head padding. */
static uint64_t most_tiles(const struct plan *plan)
{
    const uint64_t padding = plan->pads ? 2 * plan->computation.vector - 1 : 0;

    return vks_divide_up(plan->capacity + padding, plan->tile_size);
}

/* Returns the words of state of the selection that finds heads. */
static uint64_t words_to_find(const struct plan *plan)
{
    const struct plan selection = vks_segments_selection(plan);

    return vks_select_state_words(&selection);
}

/* Takes the persistent state of the scan, behind that of a selection, in *found, if there is one.
 * Where heads are made there are states for all tiles, so that heads never overlap those of runs
 * with other counts. */
static struct span take_states(const struct plan *plan, uint64_t tiles, struct pass_list *list,
                               struct span *found)
{
    const uint64_t states = vks_segments_mark_heads(plan) ? most_tiles(plan) : tiles;
    const uint64_t before = vks_segments_find_heads(plan) ? words_to_find(plan) : 0;
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
        vks_segments_find_heads(plan)
            ? vks_segments_add_selection(plan, count, found, STAGE_FIND_HEADS, list)
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
    {COLUMNS_OF(PRIMITIVES_SEGMENTED_SCAN)},
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "tile aggregates, then tiles, by trees to the nearest head",
        .primitives = PRIMITIVES_SEGMENTED_SCAN,
        .unsupported = {"seeds of segments, columns, or a pitch",
                        vks_segments_have_seeds_or_columns},
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
        .unsupported = {"columns, or a pitch", vks_segments_are_columns},
        .production = true,
        .binds_second_ports = true,
        .no_pieces = true,
        .arrangement = &segmented_tile,
        .policies = segmented_scan_policies,
        STAGES([STAGE_ALL] = {"lookback_segments", .constants = segmented_scan_constants,
                              .reads_source = true, .writes_destination = true},
               MARK_STAGES(STAGE_CLEAR_HEADS),
               [STAGE_FIND_HEADS] = {"lookback_select", .constants = vks_constants_select_lookback,
                                     .variants = vks_select_variants,
                                     .exists = vks_segments_find_heads,
                                     .within = vks_segments_selection}),
        .passes = passes_scan,
    },
    {0},
};

#define SEGMENTED_SCAN(named)                                                                      \
    {                                                                                              \
        .name = named, .ports = segmented_scan_ports, .algorithms = segmented_scan_algorithms,     \
        DETAILS(segments, columns), .check = check_segmented_scan, .resolve = vks_segments_resolve \
    }

const struct primitive vks_segmented_inclusive_scan = SEGMENTED_SCAN("segmented-inclusive-scan");
const struct primitive vks_segmented_exclusive_scan = SEGMENTED_SCAN("segmented-exclusive-scan");
