/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <inttypes.h>

#include "interface.h"

static const char *const primitive_names[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = "reduce",
    [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = "inclusive-scan",
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = "exclusive-scan",
};

const char *vkscan_primitive_name(vkscan_primitive primitive)
{
    const size_t count = sizeof(primitive_names) / sizeof(primitive_names[0]);

    return (size_t)primitive < count ? primitive_names[primitive] : NULL;
}

static const struct algorithm *resolve_algorithm(const struct caps *caps,
                                                 const vkscan_plan_params *params)
{
    if (params->algorithm == VKSCAN_ALGORITHM_AUTO)
        return vks_algorithm_choose(caps, params->primitive, params->capacity);
    return vks_algorithm_find(caps, params->algorithm, params->primitive);
}

static struct shape resolve_shape(const struct caps *caps, const vkscan_plan_params *params,
                                  enum layout layout, uint32_t element_size)
{
    const struct shape *shape = params->algorithm == VKSCAN_ALGORITHM_AUTO
                                    ? vks_tuning_shape_at(caps, layout, params->capacity)
                                    : vks_tuning_shape(caps, layout);

    return vks_tuning_cut(caps, shape, layout, element_size);
}

static VkResult check_enumerators(const vkscan_plan_params *params, const struct op *op,
                                  const struct report *errors)
{
    if (!vkscan_primitive_name(params->primitive))
        return vks_report(errors, RESULT_INVALID, "unknown primitive %d", (int)params->primitive);
    if (!op)
        return vks_report(errors, RESULT_INVALID, "unknown operator %d", (int)params->op);
    if (!vks_element_type(params->type))
        return vks_report(errors, RESULT_INVALID, "unknown element type %d", (int)params->type);
    if (!vkscan_algorithm_name(params->algorithm))
        return vks_report(errors, RESULT_INVALID, "unknown algorithm %d", (int)params->algorithm);
    if (!vks_element_has_op(vks_element_type(params->type), op))
        return vks_report(errors, RESULT_INVALID, "type %s has no operator %s",
                          vks_element_type(params->type)->name, op->name);
    return VK_SUCCESS;
}

static VkResult check_capabilities(const struct caps *caps, const struct report *errors,
                                   const char *kind, const char *name, uint32_t needs)
{
    static const struct {
        uint32_t capability;
        const char *name;
    } rows[] = {
        {VKSCAN_CAPABILITY_SUBGROUPS, "SUBGROUPS"},
        {VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL, "SUBGROUP_SIZE_CONTROL"},
        {VKSCAN_CAPABILITY_INT64_ATOMICS, "INT64_ATOMICS"},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (needs & ~caps->capabilities & rows[i].capability)
            return vks_report(errors, RESULT_UNSUPPORTED,
                              "%s %s needs VKSCAN_CAPABILITY_%s, which the device lacks or the "
                              "context ignores",
                              kind, name, rows[i].name);
    return VK_SUCCESS;
}

static VkResult check_device(const struct caps *caps, const struct plan *plan,
                             const struct report *errors)
{
    VkResult result = check_capabilities(caps, errors, "type", plan->type->name, plan->type->needs);
    if (result == VK_SUCCESS)
        result = check_capabilities(caps, errors, "algorithm", plan->algorithm->name,
                                    plan->algorithm->needs);
    if (result != VK_SUCCESS)
        return result;
    if (plan->algorithm->commutative && !plan->op->commutative)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s needs a commutative operator, and %s is not one",
                          plan->algorithm->name, plan->op->name);
    if (plan->algorithm->largest && plan->capacity > plan->algorithm->largest)
        return vks_report(errors, RESULT_INVALID,
                          "capacity %" PRIu64 " is too much work for algorithm %s, which takes at "
                          "most %" PRIu64 " elements",
                          plan->capacity, plan->algorithm->name, plan->algorithm->largest);
    if (plan->capacity > caps->max_range / plan->type->size)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " is beyond the %u elements of %s that one buffer of "
                          "this device can hold (maxStorageBufferRange %u)",
                          plan->capacity, caps->max_range / plan->type->size, plan->type->name,
                          caps->max_range);
    if (plan->shape.workgroup_size > caps->max_workgroup_size ||
        vks_tuning_shared_memory(&plan->shape, plan->algorithm->layout, plan->banks,
                                 plan->type->size) > caps->shared_memory)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "a workgroup of %u invocations is beyond the device's limits",
                          plan->shape.workgroup_size);
    return VK_SUCCESS;
}

/* Of as much as is ever skipped, too. */
static uint64_t largest_count(const struct plan *plan)
{
    return plan->capacity + vks_plan_skipped(plan, plan->capacity, UINT32_MAX, UINT32_MAX);
}

static bool goes_by_index(const struct caps *caps, const struct plan *plan)
{
    const uint64_t in_reach = (uint64_t)INDEX_LOOKS * caps->subgroup_size;
    const uint64_t tiles = plan->workgroups < in_reach ? plan->workgroups : in_reach;

    return plan->algorithm->indexes && largest_count(plan) <= tiles * plan->tile_size;
}

static VkResult size_scratch(const struct caps *caps, const struct report *errors,
                             struct plan *plan)
{
    struct pass_list list;

    vks_plan_passes(plan, largest_count(plan), &list);
    plan->scratch_size = list.scratch * plan->type->size;
    plan->zeroed_size = list.zeroed * plan->type->size;
    if (plan->scratch_size < VECTOR_BYTES)
        plan->scratch_size = VECTOR_BYTES;
    if (plan->scratch_size > caps->max_range)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " needs %" PRIu64 " bytes of scratch with algorithm "
                          "%s, more than maxStorageBufferRange %u",
                          plan->capacity, plan->scratch_size, plan->algorithm->name,
                          caps->max_range);
    return VK_SUCCESS;
}

VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out)
{
    VkResult result = check_enumerators(params, op, errors);
    if (result != VK_SUCCESS)
        return result;

    const struct algorithm *algorithm = resolve_algorithm(caps, params);
    if (!algorithm)
        return vks_report(errors, RESULT_INVALID, "algorithm %s does not compute %s",
                          vkscan_algorithm_name(params->algorithm),
                          vkscan_primitive_name(params->primitive));

    const struct element_type *type = vks_element_type(params->type);
    *out = (struct plan){
        .primitive = params->primitive,
        .algorithm = algorithm,
        .type = type,
        .op = op,
        .capacity = params->capacity,
        .shape = shape ? *shape : resolve_shape(caps, params, algorithm->layout, type->size),
    };
    out->banks = algorithm->unpadded ? TUNING_NO_PADDING : TUNING_BANKS;
    out->workgroups = vks_tuning_workgroups(caps, &out->shape);
    out->looks = vks_tuning_looks(caps);
    out->tile_size = vks_tuning_tile_size(&out->shape, algorithm->layout, type->size);
    out->by_index = goes_by_index(caps, out);
    result = check_device(caps, out, errors);
    if (result != VK_SUCCESS)
        return result;

    return size_scratch(caps, errors, out);
}

VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out)
{
    return vks_plan_resolve_with(caps, params, vks_element_op(params->op), NULL, errors, out);
}

static uint32_t passes_of(const struct plan *plan, uint64_t count)
{
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    return list.count;
}

uint32_t vks_plan_skipped(const struct plan *plan, uint64_t count, uint32_t source,
                          uint32_t destination)
{
    const bool is_float = vks_element_kernel_type(plan->type, plan->op)->is_float;
    const bool is_reduction = plan->primitive == VKSCAN_PRIMITIVE_REDUCE;
    const uint32_t vector = VECTOR_BYTES / plan->type->size;
    const uint32_t sector = SECTOR_BYTES / plan->type->size;
    uint32_t skipped = source % vector;

    if (!vks_tuning_layout(plan->algorithm->layout)->vectors || is_float || count == 0)
        return 0;
    if (!is_reduction && (destination - skipped) % sector >= vector)
        skipped += vector;
    if (skipped > 0 && passes_of(plan, count + skipped) > passes_of(plan, count))
        return 0;
    return skipped;
}

void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct problem problem = {
        .count = count,
        .tile_size = plan->tile_size,
        .alignment = VECTOR_BYTES / plan->type->size,
        .workgroups = plan->workgroups,
    };

    list->count = 0;
    list->scratch = 0;
    list->zeroed = 0;
    plan->algorithm->passes(&problem, list);
}

bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage)
{
    return stage->mode == MODE_EXCLUSIVE || plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
}

uint64_t vks_plan_source_size(const struct plan *plan)
{
    return plan->capacity * plan->type->size;
}

uint64_t vks_plan_destination_size(const struct plan *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? plan->type->size
                                                      : vks_plan_source_size(plan);
}
