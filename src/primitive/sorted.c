/* SPDX-License-Identifier: MIT */
/* Searches in sorted arrays, and merges: their ports, parameters, algorithms and dispatches. */
#include <inttypes.h>
#include <string.h>

#include "primitive.h"
#include "sorted/sorted.h"

#include "sorted.def"

/* Bounds are u32, and so is what kernels count keys by, from a few before the first on. */
#define LENGTH_MAX 0xffff0000u

/* ---- state ---- */

static vkscan_sorted_params sorted_of(const struct plan *plan)
{
    vkscan_sorted_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

static void resolve_sorted(const struct caps *caps, const vkscan_plan_params *params,
                           struct plan *plan)
{
    static const uint32_t keys[] = {
        [KIND_UNSIGNED] = KEYS_NONE, [KIND_SIGNED] = KEYS_SIGNED, [KIND_FLOAT] = KEYS_NAN_HIGHEST};
    const struct element_type *type = plan->type;
    const bool merges = params->primitive == VKSCAN_PRIMITIVE_MERGE;

    (void)caps;
    memcpy(plan->own, params->details, sizeof(vkscan_sorted_params));
    plan->computation = (struct computation){
        .class = "uint32",
        .words = type->size > sizeof(uint32_t) ? 2 : 1,
        .vector = vks_element_vector(1),
        .source_size = type->size,
        .destination_size = merges ? type->size : (uint32_t)sizeof(uint32_t),
        .second_size = sorted_of(plan).value_size,
        .keys = keys[type->kind],
    };
}

/* ---- ports ---- */

static uint64_t sorted_length(const struct plan *plan)
{
    return sorted_of(plan).length;
}

static const struct port bound_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true},
    [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), vks_plan_source_bits, sorted_length,
                            .second = true},
    COMMON_PORTS,
};

static uint64_t merged_count(const struct plan *plan)
{
    return plan->capacity + sorted_length(plan);
}

enum { PORT_FIRST_VALUES = PORT_OWN, PORT_SECOND_VALUES };

static const struct port merge_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, merged_count,
                          .written = true},
    [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), vks_plan_source_bits, sorted_length,
                            .second = true},
    [PORT_SECOND_DESTINATION] = {PORT(SECOND_DESTINATION), vks_plan_second_bits, merged_count,
                                 .written = true, .second = true,
                                 .exists = vks_plan_has_second_elements},
    [PORT_FIRST_VALUES] = {PORT(FIRST_VALUES), vks_plan_second_bits,
                           .exists = vks_plan_has_second_elements},
    [PORT_SECOND_VALUES] = {PORT(SECOND_VALUES), vks_plan_second_bits, sorted_length,
                            .exists = vks_plan_has_second_elements},
    COMMON_PORTS,
};

/* ---- parameters ---- */

static VkResult check_merge(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_sorted_params *sorted = params->details;
    const uint32_t size = sorted->value_size;

    if (size != 0 && size != 4 && size != 8 && size != 16)
        return vks_report(errors, RESULT_INVALID,
                          "details.value_size %u is none of 0, 4, 8 and 16 bytes", size);
    if (params->capacity > LENGTH_MAX - sorted->length)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "capacity %" PRIu64 " and details.length %" PRIu64
                          " are beyond the %u keys that a merge counts",
                          params->capacity, sorted->length, LENGTH_MAX);
    return VK_SUCCESS;
}

static VkResult check_sorted(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors)
{
    const vkscan_sorted_params *sorted = params->details;
    const VkResult result = vks_plan_check_flags(params, errors);

    if (result != VK_SUCCESS)
        return result;
    if (!sorted)
        return vks_report(errors, RESULT_INVALID, "details is NULL: %s needs vkscan_sorted_params",
                          vkscan_primitive_name(params->primitive));
    if (type->components > 1)
        return vks_report(errors, RESULT_INVALID, "keys of type %s, a vector, have no order",
                          type->name);
    if (sorted->length > LENGTH_MAX)
        return vks_report(errors, RESULT_INVALID,
                          "details.length %" PRIu64 " is beyond the %u keys that u32 tell "
                          "apart",
                          sorted->length, LENGTH_MAX);
    if (params->primitive == VKSCAN_PRIMITIVE_MERGE)
        return check_merge(params, errors);
    if (sorted->value_size > 0)
        return vks_report(errors, RESULT_INVALID,
                          "details.value_size is %u: it is for VKSCAN_PRIMITIVE_MERGE alone",
                          sorted->value_size);
    return VK_SUCCESS;
}

/* Adds the constants of a step of the one kernel. */
static void add_step(const struct plan *plan, uint32_t step, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
    vks_constants_add(list, SPEC_SORTED_STEP, step);
    vks_constants_add(list, SPEC_UPPER, plan->primitive == VKSCAN_PRIMITIVE_UPPER_BOUND);
    vks_constants_add(list, SPEC_MERGED_WORDS, plan->computation.second_size / sizeof(uint32_t));
}

/* ---- bounds ---- */

static void bounds_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_step(plan, FIND_BOUNDS, list);
}

static void passes_bounds(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    vks_pass_add(list, (struct pass){
                           .stage = STAGE_ALL,
                           .input = vks_pass_source(plan),
                           .output = vks_pass_destination(plan),
                           .auxiliary = vks_pass_unused(plan),
                           .second_input = {.port = PORT_SECOND_SOURCE, .unit = sizeof(uint32_t)},
                           .second_output = vks_pass_unused(plan),
                           .count = count,
                           .divisor = 1,
                           .parameter = sorted_length(plan),
                           .groups = vks_divide_up(count, plan->tile_size),
                       });
}

static const struct arrangement bounds_tile = {1, 8, .persistent = false};

static const struct algorithm bound_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BINARY_SEARCH,
        .name = "binary-search",
        .summary = "one dispatch, a binary search for each value",
        .primitives = 1u << VKSCAN_PRIMITIVE_LOWER_BOUND | 1u << VKSCAN_PRIMITIVE_UPPER_BOUND,
        .production = true,
        .arrangement = &bounds_tile,
        .policies = binary_search_policies,
        STAGES([STAGE_ALL] = {"sorted", .constants = bounds_constants}),
        .passes = passes_bounds,
    },
    {0},
};

/* ---- merges ---- */

enum merge_stage {
    STAGE_SPLITS = MERGE_SPLITS,
    STAGE_KEYS = MERGE_KEYS,
    STAGE_VALUES = MERGE_VALUES
};

static void merge_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    (void)caps;
    add_step(plan, (uint32_t)(stage - plan->algorithm->stages), list);
}

static void passes_merge(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t merged = count + sorted_length(plan);
    const uint64_t tiles = vks_divide_up(merged, plan->tile_size);
    const uint32_t threads = plan->shape.workgroup_size, value = plan->computation.second_size;

    if (merged == 0)
        return;
    struct pass pass = {
        .stage = STAGE_SPLITS,
        .input = vks_pass_source(plan),
        .output = vks_pass_unused(plan),
        .auxiliary = vks_pass_bytes(list, sizeof(uint32_t), (tiles + 1) * sizeof(uint32_t)),
        .second_input = {.port = PORT_SECOND_SOURCE, .unit = sizeof(uint32_t)},
        .second_output = vks_pass_unused(plan),
        .count = count,
        .divisor = 1,
        .parameter = sorted_length(plan),
        .groups = vks_divide_up(tiles + 1, threads),
    };
    vks_pass_add(list, pass);
    pass.stage = STAGE_KEYS;
    pass.output = vks_pass_destination(plan);
    pass.groups = tiles;
    if (value > 0)
        pass.second_output = (struct span){.port = PORT_SECOND_DESTINATION, .unit = value};
    vks_pass_add(list, pass);
    if (value == 0)
        return;
    pass.stage = STAGE_VALUES;
    pass.input = (struct span){.port = PORT_FIRST_VALUES, .unit = value};
    pass.second_input = (struct span){.port = PORT_SECOND_VALUES, .unit = value};
    pass.output = vks_pass_unused(plan);
    pass.groups = vks_divide_up(merged, 4ull * threads);
    vks_pass_add(list, pass);
}

/* Shared memory has a tile's keys, and a word that those of up to 32 bits do not need. */
static const struct arrangement merged_tile = {1, 16, .shared = {{.per_item = 1}},
                                               .shared_per_workgroup = 1};

static const struct algorithm merge_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_MERGE_PATH,
        .name = "merge-path",
        .summary =
            "where tiles begin, then a tile each (Odeh, Green et al. 2012; Green et al. 2012)",
        .primitives = 1u << VKSCAN_PRIMITIVE_MERGE,
        .production = true,
        .arrangement = &merged_tile,
        .policies = merge_path_policies,
        STAGES([STAGE_SPLITS] = {"sorted", .constants = merge_constants},
               [STAGE_KEYS] = {"sorted", .constants = merge_constants},
               [STAGE_VALUES] = {"sorted", .constants = merge_constants,
                                 .exists = vks_plan_has_second_elements}),
        .passes = passes_merge,
    },
    {0},
};

#define OF_SORTED(named, ports_of, algorithms_of)                                                  \
    .name = named, .ports = ports_of, .algorithms = algorithms_of,                                 \
    .details = SIZED_RESERVED(vkscan_sorted_params, reserved), .check = check_sorted,              \
    .resolve = resolve_sorted

const struct primitive vks_lower_bound = {OF_SORTED("lower-bound", bound_ports, bound_algorithms)};
const struct primitive vks_upper_bound = {OF_SORTED("upper-bound", bound_ports, bound_algorithms)};
const struct primitive vks_merge = {OF_SORTED("merge", merge_ports, merge_algorithms)};
