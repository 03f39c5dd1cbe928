/* SPDX-License-Identifier: MIT */
/* Top-k of an array or of its rows: its ports, parameters, algorithm and dispatches. */
#include <inttypes.h>
#include <string.h>

#include "primitive.h"
#include "top_k/top_k.h"

#include "top_k.def"

#define ELEMENTS VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define INDICES VKSCAN_SELECT_OUTPUT_INDICES_BIT

/* ---- state ---- */

static vkscan_top_k_params top_k_of(const struct plan *plan)
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

/* Returns the elements of a row at a count, or of the array. */
static uint64_t row_length(const struct plan *plan, uint64_t count)
{
    const uint64_t length = top_k_of(plan).length;

    return length ? vks_least(length, count) : count;
}

/* Returns the results of a full row. */
static uint64_t row_results(const struct plan *plan)
{
    return vks_least(top_k_of(plan).k, row_length(plan, plan->capacity));
}

/* ---- ports ---- */

static uint64_t all_results(const struct plan *plan)
{
    const vkscan_top_k_params own = top_k_of(plan);

    return own.length ? vks_divide_up(plan->capacity, own.length) * own.k : row_results(plan);
}

static bool writes_best(const struct plan *plan)
{
    return top_k_of(plan).outputs & ELEMENTS;
}

static bool writes_best_indices(const struct plan *plan)
{
    return top_k_of(plan).outputs & INDICES;
}

/* The kernel has a second output whichever of the two there is. */
static const struct port top_k_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, all_results,
                          .written = true, .second = true, .exists = writes_best},
    [PORT_SECOND_DESTINATION] = {PORT(INDICES), .elements = all_results, .written = true,
                                 .second = true, .exists = writes_best_indices},
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
    return VK_SUCCESS;
}

static VkResult check_top_k(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors)
{
    const uint32_t flags = VKSCAN_TOP_K_SMALLEST_BIT | VKSCAN_TOP_K_BY_INDEX_BIT;
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

static VkResult check_top_k_tile(const struct plan *plan, const struct report *errors)
{
    const uint64_t kept = row_results(plan);

    if (kept <= plan->tile_size / 2)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_TOO_LARGE,
                      "%" PRIu64
                      " results of a row are beyond the %u that a workgroup selects from "
                      "%u elements: sort, and take the first",
                      kept, plan->tile_size / 2, plan->tile_size);
}

/* ---- the algorithm ---- */

/* What threads of a workgroup take of a row at a time. */
struct chunk {
    uint32_t threads, items;
    uint64_t size, kept;
};

/* Returns the chunks of a plan: as small as a row needs, so that a workgroup takes several short
 * rows; and with twice as many elements as are kept, so that shared memory has room for these. */
static struct chunk chunk_of(const struct plan *plan)
{
    const uint64_t row = row_length(plan, plan->capacity), kept = row_results(plan);
    const uint64_t part = vks_least(row, plan->tile_size);
    const uint64_t needed = part > 2 * kept ? part : 2 * kept;
    struct chunk chunk = {.threads = TOP_K_CHUNK_THREADS_MIN, .kept = kept > 0 ? kept : 1};

    while ((uint64_t)chunk.threads * plan->items < needed)
        chunk.threads *= 2;
    chunk.items = (uint32_t)vks_divide_up(needed > 0 ? needed : 1, chunk.threads);
    chunk.size = (uint64_t)chunk.threads * chunk.items;
    return chunk;
}

/* The levels: the one of rows that are one chunk, the first and the last of others, and those
 * between. */
enum top_k_stage { STAGE_ONLY, STAGE_FIRST, STAGE_LAST, STAGE_BETWEEN };

/* Returns the places of a row on the level above one with so many. */
static uint64_t places_above(const struct chunk *chunk, uint64_t places)
{
    return vks_divide_up(places, chunk->size) * chunk->kept;
}

static bool has_levels(const struct plan *plan)
{
    return row_length(plan, plan->capacity) > chunk_of(plan).size;
}

static bool has_levels_between(const struct plan *plan)
{
    const struct chunk chunk = chunk_of(plan);

    return has_levels(plan) && places_above(&chunk, row_length(plan, plan->capacity)) > chunk.size;
}

static void level_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    static const uint32_t levels[] = {[STAGE_ONLY] = LEVEL_FIRST | LEVEL_LAST,
                                      [STAGE_FIRST] = LEVEL_FIRST,
                                      [STAGE_LAST] = LEVEL_LAST,
                                      [STAGE_BETWEEN] = 0};
    const vkscan_top_k_params own = top_k_of(plan);
    const struct chunk chunk = chunk_of(plan);

    (void)caps;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, chunk.items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
    vks_constants_add(list, SPEC_TOP_K, (uint32_t)chunk.kept);
    vks_constants_add(list, SPEC_CHUNK_THREADS, chunk.threads);
    vks_constants_add(list, SPEC_TOP_K_LEVEL, levels[stage - plan->algorithm->stages]);
    vks_constants_add(list, SPEC_TOP_K_FLAGS,
                      (own.flags & VKSCAN_TOP_K_SMALLEST_BIT ? TOP_K_SMALLEST : 0) |
                          (own.flags & VKSCAN_TOP_K_BY_INDEX_BIT ? TOP_K_BY_INDEX : 0) |
                          (own.outputs & ELEMENTS ? TOP_K_ELEMENTS : 0) |
                          (own.outputs & INDICES ? TOP_K_INDICES : 0));
}

/* Sets where a level's results go: to the ports that the plan has, or to scratch. */
static void set_outputs(const struct plan *plan, struct pass *pass, bool is_last, uint64_t indices,
                        struct pass_list *list)
{
    pass->second_output = vks_pass_unused(plan);
    if (!is_last)
        pass->output = vks_pass_bytes(list, sizeof(uint32_t), indices * sizeof(uint32_t));
    else if (writes_best(plan))
        pass->output = vks_pass_destination(plan);
    else
        pass->output = vks_pass_unused(plan);
    if (is_last && writes_best_indices(plan))
        pass->second_output =
            (struct span){.port = PORT_SECOND_DESTINATION, .unit = sizeof(uint32_t)};
}

static void passes_top_k(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct chunk chunk = chunk_of(plan);
    const uint64_t length = row_length(plan, count),
                   rows = vks_divide_up(count, length ? length : 1);
    const uint64_t side_by_side = plan->shape.workgroup_size / chunk.threads;
    struct pass pass = {
        .stage = STAGE_ONLY,
        .input = vks_pass_source(plan),
        .auxiliary = vks_pass_unused(plan),
        .second_input = vks_pass_unused(plan),
        .divisor = 1,
    };

    if (count == 0)
        return;
    for (uint64_t places = length, above; places > 0; places = above) {
        const bool is_first = places == length, is_last = places <= chunk.size;
        const uint64_t chunks = rows * vks_divide_up(places, chunk.size);
        above = is_last ? 0 : places_above(&chunk, places);
        pass.stage = is_first  ? is_last ? STAGE_ONLY : STAGE_FIRST
                     : is_last ? STAGE_LAST
                               : STAGE_BETWEEN;
        pass.count = is_first ? count : rows * places;
        pass.parameter = is_last ? length : places;
        pass.groups = vks_divide_up(chunks, side_by_side);
        set_outputs(plan, &pass, is_last, rows * above, list);
        vks_pass_add(list, pass);
        pass.auxiliary = pass.output;
    }
}

/* Shared memory has the best of all chunks, a word or two, and an index each: as many as half of
 * the tile's elements. Of each chunk, with as few threads as may be, it has counters, and how many
 * are kept. */
static const struct arrangement top_k_tile = {
    4, 16, .shared = {{.per_item = 1}},
    .shared_per_thread = TOP_K_COUNTER_PHASES * TOP_K_DIGITS / TOP_K_CHUNK_THREADS_MIN + 1,
    .shared_per_workgroup = TOP_K_PENDING_PHASES + 1};

static const struct algorithm top_k_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_RADIX_SELECT,
        .name = "radix-select",
        .summary = "the best of tiles by their digits, then the best of these (Alabi et al. 2012)",
        .primitives = 1u << VKSCAN_PRIMITIVE_TOP_K,
        .production = true,
        .arrangement = &top_k_tile,
        .policies = radix_select_policies,
        STAGES([STAGE_ONLY] = {"top_k", .constants = level_constants},
               [STAGE_FIRST] = {"top_k", .constants = level_constants, .exists = has_levels},
               [STAGE_LAST] = {"top_k", .constants = level_constants, .exists = has_levels},
               [STAGE_BETWEEN] = {"top_k", .constants = level_constants,
                                  .exists = has_levels_between}),
        .passes = passes_top_k,
    },
    {0},
};

const struct primitive vks_top_k = {.name = "top-k",
                                    .ports = top_k_ports,
                                    .algorithms = top_k_algorithms,
                                    DETAILS(top_k, reserved),
                                    .check = check_top_k,
                                    .resolve = resolve_top_k,
                                    .check_plan = check_top_k_tile};
