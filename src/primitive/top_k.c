/* SPDX-License-Identifier: MIT */
/* Top-k of an array or of its rows: its ports, parameters and algorithms, and the dispatches of
 * radix-select. */
#include <inttypes.h>
#include <string.h>

#include "sort.h"
#include "top_k.h"

#include "top_k.def"

#define ELEMENTS VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define INDICES VKSCAN_SELECT_OUTPUT_INDICES_BIT

/* ---- state ---- */

vkscan_top_k_params vks_top_k_params(const struct plan *plan)
{
    vkscan_top_k_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

static void resolve_top_k(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan)
{
    static const uint32_t keys[] = {
        [KIND_UNSIGNED] = KEYS_NONE, [KIND_SIGNED] = KEYS_SIGNED, [KIND_FLOAT] = KEYS_NAN_HIGHEST};
    const struct element_type *type = plan->type;
    vkscan_top_k_params own = *(const vkscan_top_k_params *)params->details;

    (void)caps;
    own.outputs = own.outputs ? own.outputs : ELEMENTS;
    memcpy(plan->own, &own, sizeof(own));
    plan->computation = (struct computation){
        .class = "uint32",
        .words = type->size > sizeof(uint32_t) ? 2 : 1,
        .vector = vks_element_vector(1),
        .source_size = type->size,
        .destination_size = type->size,
        .second_size = sizeof(uint32_t),
        .keys = keys[type->kind],
    };
}

uint64_t vks_top_k_row(const struct plan *plan, uint64_t count)
{
    const uint64_t length = vks_top_k_params(plan).length;

    return length ? vks_least(length, count) : count;
}

uint64_t vks_top_k_pitch(const struct plan *plan, uint64_t count)
{
    const uint64_t pitch = vks_top_k_params(plan).pitch;

    return pitch > 0 ? vks_least(pitch, INT32_MAX) : vks_top_k_row(plan, count);
}

uint64_t vks_top_k_results(const struct plan *plan)
{
    return vks_least(vks_top_k_params(plan).k, vks_top_k_row(plan, plan->capacity));
}

/* Returns the rows that begin before a count. */
static uint64_t rows_before(const struct plan *plan, uint64_t count)
{
    return count > 0 ? vks_divide_up(count, vks_top_k_pitch(plan, count)) : 0;
}

/* ---- ports ---- */

static uint64_t all_results(const struct plan *plan)
{
    const vkscan_top_k_params own = vks_top_k_params(plan);

    return own.length ? rows_before(plan, plan->capacity) * own.k : vks_top_k_results(plan);
}

static bool writes_best(const struct plan *plan)
{
    return vks_top_k_params(plan).outputs & ELEMENTS;
}

static bool writes_best_indices(const struct plan *plan)
{
    return vks_top_k_params(plan).outputs & INDICES;
}

/* Tells whether something lies between rows. */
static bool has_pitch(const struct plan *plan)
{
    return vks_top_k_params(plan).pitch > vks_top_k_params(plan).length;
}

static bool has_number_in_buffer(const struct plan *plan)
{
    return vks_top_k_params(plan).flags & VKSCAN_TOP_K_NUMBER_IN_BUFFER_BIT;
}

/* The kernel has a second output whichever of the two there is. */
static const struct port top_k_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, all_results,
                          .written = true, .second = true, .exists = writes_best},
    [PORT_SECOND_DESTINATION] = {PORT(INDICES), .elements = all_results, .written = true,
                                 .second = true, .exists = writes_best_indices},
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .operand = OPERAND_OWN,
                    .exists = has_number_in_buffer},
    COMMON_PORTS,
};

/* ---- parameters ---- */

static VkResult check_wanted(const vkscan_top_k_params *top_k, const struct report *errors)
{
    if (top_k->k == 0)
        return vks_report(errors, RESULT_INVALID,
                          "details.k is 0: tell how many of the best are wanted, 1 or more");
    if (top_k->length && top_k->k > top_k->length)
        return vks_report(errors, RESULT_INVALID,
                          "details.k %u is beyond details.length %" PRIu64 ": a row has no more "
                          "elements",
                          top_k->k, top_k->length);
    if (top_k->pitch && (!top_k->length || top_k->pitch < top_k->length))
        return vks_report(errors, RESULT_INVALID,
                          "details.pitch is %" PRIu64 ", and details.length %" PRIu64
                          ": a pitch is for rows, and no less than a row's length",
                          top_k->pitch, top_k->length);
    return VK_SUCCESS;
}

static VkResult check_top_k(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors)
{
    const uint32_t flags =
        VKSCAN_TOP_K_SMALLEST_BIT | VKSCAN_TOP_K_BY_INDEX_BIT | VKSCAN_TOP_K_NUMBER_IN_BUFFER_BIT;
    const vkscan_top_k_params *top_k = params->details;
    const VkResult result = vks_plan_check_flags(params, errors);

    if (result != VK_SUCCESS)
        return result;
    if (!top_k)
        return vks_report(errors, RESULT_INVALID,
                          "details is NULL: top-k needs "
                          "vkscan_top_k_params");
    if (type->components > 1)
        return vks_report(errors, RESULT_INVALID, "elements of type %s, vectors, have no order",
                          type->name);
    if (top_k->flags & ~flags)
        return vks_report(errors, RESULT_INVALID, "unknown details.flags 0x%x", top_k->flags);
    if (top_k->outputs & ~(uint32_t)(ELEMENTS | INDICES))
        return vks_report(errors, RESULT_INVALID,
                          "details.outputs are 0x%x: top-k has ELEMENTS and INDICES",
                          top_k->outputs);
    return check_wanted(top_k, errors);
}

/* Shared memory has room for half of a tile's elements. */
static uint64_t least_tile(const struct plan *plan)
{
    return 2 * vks_top_k_results(plan);
}

static VkResult check_top_k_tile(const struct plan *plan, const struct report *errors)
{
    if (!plan->algorithm->least_tile || plan->algorithm->least_tile(plan) <= plan->tile_size)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_TOO_LARGE,
                      "%" PRIu64
                      " results of a row are beyond the %u that a workgroup selects from "
                      "%u elements; %s",
                      vks_top_k_results(plan), plan->tile_size / 2, plan->tile_size,
                      has_pitch(plan) ? "of rows with a pitch there are no more"
                                      : "algorithm radix, and so auto, finds more");
}

/* ---- the algorithm ---- */

/* What threads of a workgroup take of a row at a time. */
struct chunk {
    uint32_t threads, items;
    uint32_t workgroup; /* threads */
    uint32_t list;      /* elements that a lane sorts, where a chunk is a subgroup's; else 0 */
    uint64_t size, kept;
};

static uint64_t power_from(uint64_t least)
{
    uint64_t power = 1;

    while (power < least)
        power *= 2;
    return power;
}

/* Returns the chunks of a workgroup: as small as a row needs, so that it takes several short rows;
 * and with twice as many elements as are kept, so that shared memory has room for these. */
static struct chunk chunk_of_workgroup(const struct plan *plan, uint64_t row, uint64_t kept)
{
    const uint64_t part = vks_least(row, plan->tile_size);
    const uint64_t needed = part > 2 * kept ? part : 2 * kept;
    struct chunk chunk = {
        .threads = TOP_K_CHUNK_THREADS_MIN, .workgroup = plan->shape.workgroup_size, .kept = kept};

    while ((uint64_t)chunk.threads * plan->items < needed)
        chunk.threads *= 2;
    chunk.items = (uint32_t)vks_divide_up(needed > 0 ? needed : 1, chunk.threads);
    chunk.size = (uint64_t)chunk.threads * chunk.items;
    return chunk;
}

/* Returns chunks of lanes of a subgroup, in workgroups for which the plan's subgroup size fits. */
static struct chunk chunk_of_lanes(const struct plan *plan, uint64_t lanes, uint64_t items,
                                   uint64_t list, uint64_t kept)
{
    const uint64_t workgroup = vks_least(SHAPE_LEAST_WORKGROUP, plan->shape.workgroup_size);

    return (struct chunk){.threads = (uint32_t)lanes,
                          .items = (uint32_t)items,
                          .workgroup = (uint32_t)workgroup,
                          .list = (uint32_t)list,
                          .size = lanes * items,
                          .kept = kept};
}

/* Returns the chunks of a plan. As few lanes of a subgroup as may be have a row that they can sort.
 * A subgroup has longer ones, or their parts, if it can sort twice as many elements as are kept,
 * which are most often all candidates; and if the parts' best are no more than it takes. */
static struct chunk chunk_of(const struct plan *plan)
{
    const uint64_t row = vks_top_k_row(plan, plan->capacity), results = vks_top_k_results(plan);
    const uint64_t kept = results > 0 ? results : 1, lanes = plan->subgroup_size;
    const uint64_t most = lanes * TOP_K_LANE_ITEMS_MAX / plan->computation.words;
    const uint64_t list = lanes > 0 ? power_from(vks_divide_up(2 * kept, lanes)) : 0;
    const bool is_listed = lanes > 1 && list <= TOP_K_LIST_ITEMS_MAX;

    if (lanes > 0 && row <= lanes * TOP_K_LIST_ITEMS_MAX &&
        !(is_listed && row >= lanes * (list + TOP_K_LONG_ROW))) {
        const uint64_t items = vks_least(power_from(row), TOP_K_LIST_ITEMS_MAX);
        return chunk_of_lanes(plan, power_from(vks_divide_up(row, items)), items, items, kept);
    }
    if (!is_listed || vks_divide_up(row, most) * kept > most)
        return chunk_of_workgroup(plan, row, kept);
    const uint64_t part = vks_divide_up(row, vks_divide_up(row, most));
    return chunk_of_lanes(plan, lanes, vks_divide_up(part, lanes), list, kept);
}

/* ---- delegates ---- */

/* Elements of a group at least and at most: fewer are no gain, and more would leave too few threads
 * in arrays of some million elements. */
#define GROUP_MIN 8
#define GROUP_MAX 128

/* Returns the longest row with groups of a size, for which the delegates of a row are about as few
 * as the elements of the groups that are kept. */
static uint64_t longest_row(const struct chunk *chunk, uint64_t size)
{
    return size < GROUP_MAX ? 4 * size * size * chunk->kept - 1 : UINT64_MAX;
}

/* Returns the longest row without groups. Chunks of subgroups are of rows that need none. */
static uint64_t longest_row_alone(const struct chunk *chunk)
{
    const uint64_t row = GROUP_MIN * GROUP_MIN * chunk->kept - 1;

    if (chunk->list > 0)
        return UINT64_MAX;
    return row > chunk->size ? row : chunk->size;
}

/* Returns the elements of a group, a power of two; 0 for rows without groups. */
static uint64_t group_size(const struct plan *plan)
{
    const struct chunk chunk = chunk_of(plan);
    const uint64_t row = vks_top_k_row(plan, plan->capacity);
    uint64_t size = GROUP_MIN;

    if (row <= longest_row_alone(&chunk))
        return 0;
    while (row > longest_row(&chunk, size))
        size *= 2;
    return size;
}

/* Returns the groups of a row: workgroups take as many as they have threads. */
static uint64_t groups_of(const struct plan *plan, uint64_t length, uint64_t size)
{
    const uint64_t threads = plan->shape.workgroup_size;

    return threads * vks_divide_up(length, threads * size);
}

/* ---- levels ---- */

/* What a level takes: elements of the source, those that the level before kept, or all of the
 * groups whose delegates it kept. */
enum taken { TAKES_SOURCE, TAKES_KEPT, TAKES_GROUPS };

/* The levels, of each kind those before the last one and the last one; and the one of delegates. */
enum top_k_stage {
    STAGE_FIRST,
    STAGE_ONLY,
    STAGE_BETWEEN,
    STAGE_LAST,
    STAGE_GROUPS,
    STAGE_LAST_GROUPS,
    STAGE_DELEGATES,
};

static uint32_t stage_of(enum taken taken, bool is_last)
{
    return 2 * taken + is_last;
}

/* Returns the places of a row on the level above one with so many. */
static uint64_t places_above(const struct chunk *chunk, uint64_t places)
{
    return vks_divide_up(places, chunk->size) * chunk->kept;
}

void vks_constants_top_k(const struct plan *plan, const struct top_k_level *level,
                         struct constants *list)
{
    const vkscan_top_k_params own = vks_top_k_params(plan);

    vks_constants_add(list, SPEC_WORKGROUP_SIZE, level->workgroup);
    vks_constants_add(list, SPEC_ITEMS, level->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
    vks_constants_add(list, SPEC_TOP_K, level->kept);
    vks_constants_add(list, SPEC_CHUNK_THREADS, level->chunk_threads);
    if (level->list > 0) {
        vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
        vks_constants_add(list, SPEC_LIST_ITEMS, level->list);
    } else {
        vks_constants_add(list, SPEC_GROUP_SIZE, level->group_size);
    }
    vks_constants_add(list, SPEC_TOP_K_LEVEL, level->level);
    vks_constants_add(list, SPEC_TOP_K_FLAGS,
                      (own.flags & VKSCAN_TOP_K_SMALLEST_BIT ? TOP_K_SMALLEST : 0) |
                          (own.flags & VKSCAN_TOP_K_BY_INDEX_BIT ? TOP_K_BY_INDEX : 0) |
                          (own.outputs & ELEMENTS ? TOP_K_ELEMENTS : 0) |
                          (own.outputs & INDICES ? TOP_K_INDICES : 0));
}

static void level_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    static const uint32_t levels[] = {[STAGE_ONLY] = LEVEL_FIRST | LEVEL_LAST,
                                      [STAGE_FIRST] = LEVEL_FIRST,
                                      [STAGE_LAST] = LEVEL_LAST,
                                      [STAGE_BETWEEN] = 0,
                                      [STAGE_GROUPS] = LEVEL_GROUPS,
                                      [STAGE_LAST_GROUPS] = LEVEL_GROUPS | LEVEL_LAST,
                                      [STAGE_DELEGATES] = LEVEL_DELEGATES};
    const struct chunk chunk = chunk_of(plan);
    const uint64_t size = group_size(plan);
    const struct top_k_level level = {.workgroup = chunk.workgroup,
                                      .items = chunk.items,
                                      .chunk_threads = chunk.threads,
                                      .kept = (uint32_t)chunk.kept,
                                      .list = chunk.list,
                                      .group_size = size > 0 ? (uint32_t)size : GROUP_MIN,
                                      .level = levels[stage - plan->algorithm->stages]};

    (void)caps;
    vks_constants_top_k(plan, &level, list);
}

/* ---- scratch: the indices that levels keep ---- */

/* Returns the indices of levels over some places of a row until one chunk is left. */
static uint64_t kept_of_levels(const struct chunk *chunk, uint64_t places)
{
    uint64_t kept = 0;

    for (; places > chunk->size; kept += places)
        places = places_above(chunk, places);
    return kept;
}

static uint64_t kept_with_groups(const struct plan *plan, uint64_t length, uint64_t size)
{
    const struct chunk chunk = chunk_of(plan);
    const uint64_t groups = groups_of(plan, length, size);

    return groups + kept_of_levels(&chunk, groups) + chunk.kept +
           kept_of_levels(&chunk, chunk.kept * size);
}

/* Returns the most indices of a row of some length or less, so that scratch grows with it. */
static uint64_t most_kept(const struct plan *plan, uint64_t length)
{
    const struct chunk chunk = chunk_of(plan);
    uint64_t done = vks_least(length, longest_row_alone(&chunk)),
             most = kept_of_levels(&chunk, done);

    for (uint64_t size = GROUP_MIN; done < length; size *= 2) {
        done = vks_least(length, longest_row(&chunk, size));
        const uint64_t kept = kept_with_groups(plan, done, size);
        most = kept > most ? kept : most;
    }
    return most;
}

/* ---- passes ---- */

/* The passes of a run, and what all of them share. */
struct top_k_levels {
    const struct plan *plan;
    uint64_t rows;
    struct pass pass;
    struct span room; /* in scratch, of which levels take the front */
    struct pass_list *list;
};

/* Adds a pass that writes indices to scratch, some for each row; the next pass reads them. */
static void add_kept(struct top_k_levels *levels, uint64_t indices)
{
    struct pass *pass = &levels->pass;

    pass->output = levels->room;
    pass->second_output = vks_pass_unused(levels->plan);
    levels->room.offset += levels->rows * indices * sizeof(uint32_t);
    vks_pass_add(levels->list, *pass);
    pass->auxiliary = pass->output;
}

void vks_pass_add_top_k(const struct plan *plan, struct pass pass, struct pass_list *list)
{
    pass.output = writes_best(plan) ? vks_pass_destination(plan) : vks_pass_unused(plan);
    pass.second_output = writes_best_indices(plan) ? (struct span){.port = PORT_SECOND_DESTINATION,
                                                                   .unit = sizeof(uint32_t)}
                                                   : vks_pass_unused(plan);
    vks_pass_add(list, pass);
}

/* Adds levels over the places of each row until one chunk is left, whose best are the results, or
 * are kept. */
static void add_top_k_levels(struct top_k_levels *levels, uint64_t places, enum taken taken,
                             bool has_results)
{
    const struct plan *plan = levels->plan;
    const struct chunk chunk = chunk_of(plan);
    const uint64_t side_by_side = chunk.workgroup / chunk.threads;
    bool is_last;

    do {
        const uint64_t chunks = levels->rows * vks_divide_up(places, chunk.size);
        is_last = places <= chunk.size;
        levels->pass.stage = stage_of(taken, is_last && has_results);
        levels->pass.second_parameter = places;
        levels->pass.groups = vks_divide_up(chunks, side_by_side);
        places = places_above(&chunk, places);
        if (is_last && has_results)
            vks_pass_add_top_k(plan, levels->pass, levels->list);
        else
            add_kept(levels, places);
        taken = TAKES_KEPT;
    } while (!is_last);
}

/* Adds the level of delegates of so many groups. */
static void add_delegates(struct top_k_levels *levels, uint64_t groups)
{
    levels->pass.stage = STAGE_DELEGATES;
    levels->pass.second_parameter = groups;
    levels->pass.groups = vks_divide_up(levels->rows * groups, levels->plan->shape.workgroup_size);
    add_kept(levels, groups);
}

static void passes_top_k(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t size = group_size(plan);

    if (count == 0)
        return;
    const uint64_t length = vks_top_k_row(plan, count);
    struct top_k_levels levels = {.plan = plan, .rows = rows_before(plan, count), .list = list};
    levels.pass = (struct pass){
        .input = vks_pass_source(plan),
        .auxiliary = vks_pass_unused(plan),
        .second_input = vks_pass_unused(plan),
        .count = count,
        .divisor = 1,
        .parameter = vks_top_k_pitch(plan, count),
        .strides = {length},
    };
    levels.room = vks_pass_bytes(list, sizeof(uint32_t),
                                 levels.rows * most_kept(plan, length) * sizeof(uint32_t));
    if (size == 0) {
        add_top_k_levels(&levels, length, TAKES_SOURCE, true);
        return;
    }
    const uint64_t groups = groups_of(plan, length, size);
    add_delegates(&levels, groups);
    add_top_k_levels(&levels, groups, TAKES_KEPT, false);
    add_top_k_levels(&levels, vks_top_k_results(plan) * size, TAKES_GROUPS, true);
}

/* ---- stages that plans have ---- */

static bool has_groups(const struct plan *plan)
{
    return group_size(plan) > 0;
}

static bool has_no_groups(const struct plan *plan)
{
    return !has_groups(plan);
}

static bool has_one_level_of_groups(const struct plan *plan)
{
    return has_groups(plan) && vks_top_k_results(plan) * group_size(plan) <= chunk_of(plan).size;
}

static bool has_levels_of_groups(const struct plan *plan)
{
    return has_groups(plan) && !has_one_level_of_groups(plan);
}

static bool has_levels_of_source(const struct plan *plan)
{
    return has_no_groups(plan) && vks_top_k_row(plan, plan->capacity) > chunk_of(plan).size;
}

static bool has_levels(const struct plan *plan)
{
    return has_levels_of_source(plan) || has_levels_of_groups(plan);
}

static bool has_levels_between(const struct plan *plan)
{
    const struct chunk chunk = chunk_of(plan);

    return has_groups(plan) ||
           places_above(&chunk, vks_top_k_row(plan, plan->capacity)) > chunk.size;
}

/* Shared memory has the best of all chunks, a word or two, and an index each: as many as half of
 * the tile's elements. Of each chunk, with as few threads as may be, it has counters, and how many
 * are kept. */
static const struct arrangement top_k_tile = {
    4, 16, .shared = {{.per_item = 1}},
    .shared_per_thread = TOP_K_COUNTER_PHASES * TOP_K_DIGITS / TOP_K_CHUNK_THREADS_MIN + 1,
    .shared_per_workgroup = TOP_K_PENDING_PHASES + 1};

static bool is_by_subgroups(const struct plan *plan)
{
    return chunk_of(plan).list > 0;
}

static const struct kernel_variant level_variants[] = {
    {"top_k_rows", .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT, .fits = is_by_subgroups},
    {0},
};

#define LEVEL "top_k", .constants = level_constants, .variants = level_variants

/* In rising order of preference: AUTO takes the last that suits. */
static const struct algorithm top_k_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_RADIX,
        .name = "radix",
        .summary = "a sort of each row, and its first elements",
        .primitives = 1u << VKSCAN_PRIMITIVE_TOP_K,
        .unsupported = {"rows with a pitch", has_pitch},
        .production = true,
        .arrangement = &vks_radix_tile,
        .policies = vks_radix_policies,
        STAGES(RADIX_STAGES(STAGE_SORT_ELEMENTS, vks_top_k_sort, NULL),
               RADIX_STAGES(STAGE_SORT_INDICES, vks_top_k_index_sort, vks_top_k_by_index),
               [STAGE_KEEP_FIRST] = {"top_k", .constants = vks_constants_first,
                                     .exists = vks_top_k_by_index},
               [STAGE_STORE_FIRST] = {"top_k", .constants = vks_constants_first}),
        .passes = vks_passes_top_k_sorted,
    },
    {
        .id = VKSCAN_ALGORITHM_RADIX_SELECT,
        .name = "radix-select",
        .summary = "the best of tiles by their digits, then the best of these (Alabi et al. 2012)",
        .primitives = 1u << VKSCAN_PRIMITIVE_TOP_K,
        .production = true,
        .least_tile = least_tile,
        .arrangement = &top_k_tile,
        .policies = radix_select_policies,
        STAGES([STAGE_FIRST] = {LEVEL, .exists = has_levels_of_source},
               [STAGE_ONLY] = {LEVEL, .exists = has_no_groups},
               [STAGE_BETWEEN] = {LEVEL, .exists = has_levels_between},
               [STAGE_LAST] = {LEVEL, .exists = has_levels},
               [STAGE_GROUPS] = {LEVEL, .exists = has_levels_of_groups},
               [STAGE_LAST_GROUPS] = {LEVEL, .exists = has_one_level_of_groups},
               [STAGE_DELEGATES] = {"top_k", .constants = level_constants, .exists = has_groups}),
        .passes = passes_top_k,
    },
    {0},
};

const struct primitive vks_top_k = {.name = "top-k",
                                    .ports = top_k_ports,
                                    .algorithms = top_k_algorithms,
                                    .details = SIZED_RESERVED(vkscan_top_k_params, pitch),
                                    .check = check_top_k,
                                    .resolve = resolve_top_k,
                                    .check_plan = check_top_k_tile};
