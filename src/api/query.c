/* SPDX-License-Identifier: MIT */
/* The entry points of vkscan.h that tell of the library, a device or a plan. */

#include "context.h"

uint32_t vkscan_version(void)
{
    return VKSCAN_VERSION;
}

static const struct sized device_info_size = SIZED(vkscan_device_info, reserved),
                          features_size = SIZED(vkscan_device_features, pipeline_cache_control),
                          plan_info_size = SIZED(vkscan_plan_info, pipeline_count);

static vkscan_device_info device_info(const struct caps *caps, const struct wanted *wanted)
{
    vkscan_device_info info = {
        .capabilities = caps->capabilities,
        .subgroup_size = caps->subgroup_size,
        .max_workgroup_size = caps->max_workgroup_size,
        .max_buffer_size = caps->max_range,
    };

    vks_capabilities_list(wanted->extensions, &info);
    return info;
}

VkResult vks_query_device(const vkscan_context_params *given, const char *name,
                          const struct sized *size, const void *out, struct wanted *wanted,
                          struct caps *caps)
{
    vkscan_context_params params;
    struct report errors;
    struct vk vk;

    if (!given)
        return RESULT_INVALID;
    VkResult result = vks_context_read_params(given, &params, &errors);
    if (result == VK_SUCCESS && !out)
        result = vks_report(&errors, RESULT_INVALID, "%s is NULL", name);
    if (result == VK_SUCCESS)
        result = vks_sized_check(size, out, &errors);
    return result == VK_SUCCESS ? vks_context_probe(&params, &errors, &vk, wanted, caps) : result;
}

VkResult vkscan_query_device(const vkscan_context_params *params, vkscan_device_info *info)
{
    struct wanted wanted;
    struct caps caps;
    const VkResult result =
        vks_query_device(params, "info", &device_info_size, info, &wanted, &caps);

    if (result == VK_SUCCESS) {
        const vkscan_device_info found = device_info(&caps, &wanted);
        vks_sized_write(&device_info_size, &found, info);
    }
    return result;
}

/* Moves a pNext pointer, `link`, from the structures in `from` to the same ones in `to`. Structures
 * that `to` has no room for are left out. */
static void *relink(const vkscan_device_features *from, vkscan_device_features *to,
                    const void *link)
{
    const VkBaseOutStructure *s = link;

    while (s && (size_t)((const char *)s - (const char *)from) >= to->struct_size)
        s = s->pNext; /* beyond the end of the caller's structure */
    return s ? (char *)to + ((const char *)s - (const char *)from) : NULL;
}

static void write_features(const vkscan_device_features *from, vkscan_device_features *to)
{
    vks_sized_write(&features_size, from, to);
    to->features.pNext = relink(from, to, from->features.pNext);
    to->subgroup_size_control.pNext = relink(from, to, from->subgroup_size_control.pNext);
    to->shader_atomic_int64.pNext = relink(from, to, from->shader_atomic_int64.pNext);
    to->pipeline_cache_control.pNext = relink(from, to, from->pipeline_cache_control.pNext);
    to->buffer_device_address.pNext = relink(from, to, from->buffer_device_address.pNext);
}

VkResult vkscan_query_features(const vkscan_context_params *params,
                               vkscan_device_features *features)
{
    struct wanted wanted;
    struct caps caps;
    const VkResult result =
        vks_query_device(params, "features", &features_size, features, &wanted, &caps);

    if (result == VK_SUCCESS)
        write_features(&wanted.chain, features);
    return result;
}

VkResult vkscan_enable_features(const vkscan_context_params *given, void *chain)
{
    vkscan_context_params params;
    struct report errors;
    struct vk vk;
    struct wanted wanted;
    struct caps caps;

    if (!given)
        return RESULT_INVALID;
    VkResult result = vks_context_read_params(given, &params, &errors);
    if (result == VK_SUCCESS && !chain)
        result = vks_report(&errors, RESULT_INVALID, "chain is NULL");
    params.device = VK_NULL_HANDLE; /* features that a device could be created with */
    if (result == VK_SUCCESS)
        result = vks_context_probe(&params, &errors, &vk, &wanted, &caps);
    if (result == VK_SUCCESS)
        vks_capabilities_enable(&vk, params.physical_device, caps.capabilities, chain);
    return result;
}

static void write_plan_info(const struct caps *caps, const struct plan *plan,
                            vkscan_plan_info *to_caller)
{
    struct pass_list passes;

    vks_plan_most_passes(plan, &passes);
    const vkscan_plan_info info = {
        .algorithm = plan->algorithm->id,
        .workgroup_size = plan->shape.workgroup_size,
        .tile_size = plan->tile_size,
        .scratch_size = plan->scratch_size,
        .scratch_zeroed = plan->zeroed_size,
        .scratch_alignment = vks_ports_scratch_alignment(caps, plan),
        .scratch_usage = vks_access(plan->access)->usage |
                         (plan->zeroed_size > 0 ? VK_BUFFER_USAGE_TRANSFER_DST_BIT : 0),
        .scratch_memory = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
        .seed_size = plan->ports[PORT_SEED].declared ? plan->computation.seed_size : 0,
        .passes = passes.count,
        .pipeline_count = vks_pipelines_count(plan),
    };

    vks_sized_write(&plan_info_size, &info, to_caller);
}

/* The parameters of a query for a plan, and the device's capabilities. */
struct plan_query {
    struct report errors;
    struct caps caps;
    vkscan_context_params context;
    struct plan_params params;
};

static VkResult open_plan_query(const vkscan_context_params *given,
                                const vkscan_plan_params *given_plan, struct plan_query *query)
{
    struct vk vk;
    struct wanted wanted;
    VkResult result = vks_context_read_params(given, &query->context, &query->errors);

    if (result == VK_SUCCESS && !given_plan)
        result = vks_report(&query->errors, RESULT_INVALID, "plan is NULL");
    if (result == VK_SUCCESS)
        result = vks_plan_params_read(given_plan, &query->params, &query->errors);
    if (result == VK_SUCCESS)
        query->errors.label = query->params.plan.label;
    if (result != VK_SUCCESS)
        return result;
    return query->context.facts
               ? vks_facts_read(&query->context, &query->errors, &query->caps)
               : vks_context_probe(&query->context, &query->errors, &vk, &wanted, &query->caps);
}

VkResult vkscan_query_plan(const vkscan_context_params *params, const vkscan_plan_params *plan,
                           vkscan_plan_info *info)
{
    struct plan_query query;
    struct plan resolved;

    if (!params)
        return RESULT_INVALID;
    VkResult result = open_plan_query(params, plan, &query);
    if (result == VK_SUCCESS && info)
        result = vks_sized_check(&plan_info_size, info, &query.errors);
    if (result == VK_SUCCESS)
        result = vks_plan_resolve(&query.caps, &query.params.plan, &query.errors, &resolved);
    if (result == VK_SUCCESS && info)
        write_plan_info(&query.caps, &resolved, info);
    return result;
}

/* Finds the capacity bit by bit: if a capacity is refused, all larger ones are, too. */
VkResult vkscan_query_capacity(const vkscan_context_params *params, const vkscan_plan_params *plan,
                               uint64_t *capacity)
{
    static const struct report silent = {0};
    struct plan_query query;
    struct plan resolved;
    uint64_t largest = 0;

    if (!params)
        return RESULT_INVALID;
    VkResult result = open_plan_query(params, plan, &query);
    if (result == VK_SUCCESS && !capacity)
        result = vks_report(&query.errors, RESULT_INVALID, "capacity is NULL");
    query.params.plan.capacity = 0;
    if (result == VK_SUCCESS)
        result = vks_plan_resolve(&query.caps, &query.params.plan, &query.errors, &resolved);
    if (result != VK_SUCCESS)
        return result;
    for (uint64_t bit = UINT64_C(1) << 63; bit > 0; bit /= 2) {
        query.params.plan.capacity = largest + bit;
        if (vks_plan_resolve(&query.caps, &query.params.plan, &silent, &resolved) == VK_SUCCESS)
            largest += bit;
    }
    *capacity = largest;
    return VK_SUCCESS;
}

VkResult vkscan_plan_get_info(const vkscan_plan *plan, vkscan_plan_info *info)
{
    const VkResult result = vks_plan_check_query(plan, &plan_info_size, info);

    if (result == VK_SUCCESS)
        write_plan_info(&plan->context->caps, &plan->plan, info);
    return result;
}
