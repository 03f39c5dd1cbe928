/* SPDX-License-Identifier: MIT */
/* Searches in sorted arrays: their ports, parameters, algorithm and dispatch. */
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

    (void)caps;
    memcpy(plan->own, params->details, sizeof(vkscan_sorted_params));
    plan->computation = (struct computation){
        .class = "uint32",
        .words = 1,
        .vector = vks_element_vector(1),
        .source_size = type->size,
        .destination_size = sizeof(uint32_t),
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

/* ---- parameters ---- */

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
                          "details.length %" PRIu64 " is beyond the %u keys that bounds of u32 "
                          "tell apart",
                          sorted->length, LENGTH_MAX);
    return VK_SUCCESS;
}

/* ---- bounds ---- */

static void bounds_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
    vks_constants_add(list, SPEC_UPPER, plan->primitive == VKSCAN_PRIMITIVE_UPPER_BOUND);
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
        .stages = {[STAGE_ALL] = {"bounds", .constants = bounds_constants}},
        .passes = passes_bounds,
    },
    {0},
};

#define BOUND(named)                                                                               \
    .name = named, .ports = bound_ports, .algorithms = bound_algorithms, DETAILS(sorted, length),  \
    .check = check_sorted, .resolve = resolve_sorted

const struct primitive vks_lower_bound = {BOUND("lower-bound")};
const struct primitive vks_upper_bound = {BOUND("upper-bound")};
