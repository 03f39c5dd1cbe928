/* SPDX-License-Identifier: MIT */
/* The entry points of vkscan.h for contexts and plans. */
#include "context.h"

#include <stdio.h>
#include <string.h>

/* ---- parameters ---- */

/* Refuses a program that was compiled with an incompatible vkscan.h. Other members are read after
 * this check, because another version may have them elsewhere. Below 1.0, minor versions are
 * incompatible. */
static VkResult check_version(uint32_t header, const struct report *errors)
{
    const bool same =
        VK_API_VERSION_MAJOR(header) == VKSCAN_VERSION_MAJOR &&
        (VKSCAN_VERSION_MAJOR > 0 || VK_API_VERSION_MINOR(header) == VKSCAN_VERSION_MINOR);

    if (!header || same)
        return VK_SUCCESS;
    return vks_report(
        errors, VK_ERROR_INITIALIZATION_FAILED,
        "the program was compiled with vkscan.h %u.%u.%u, and the library is %u.%u.%u",
        VK_API_VERSION_MAJOR(header), VK_API_VERSION_MINOR(header), VK_API_VERSION_PATCH(header),
        VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH);
}

VkResult vks_context_read_params(const vkscan_context_params *given, vkscan_context_params *params,
                                 struct report *errors)
{
    static const struct sized size = SIZED_RESERVED(vkscan_context_params, facts);

    *errors = (struct report){.message = given->message, .user = given->message_user};
    const VkResult result = check_version(given->header_version, errors);
    return result == VK_SUCCESS ? vks_sized_read(&size, given, params, errors) : result;
}

static VkResult check_context_params(const vkscan_context_params *params,
                                     const struct report *errors)
{
    if (params->facts)
        return vks_report(errors, RESULT_INVALID,
                          "facts are for vkscan_query_plan and vkscan_query_capacity alone");
    if (!params->instance)
        return vks_report(errors, RESULT_INVALID, "instance is NULL");
    if (!params->physical_device)
        return vks_report(errors, RESULT_INVALID, "physical_device is NULL");
    if (!params->get_instance_proc_addr)
        return vks_report(errors, RESULT_INVALID, "get_instance_proc_addr is NULL");
    if (params->enabled_extension_count && !params->enabled_extensions)
        return vks_report(errors, RESULT_INVALID, "enabled_extensions is NULL, with a count of %u",
                          params->enabled_extension_count);
    return VK_SUCCESS;
}

VkResult vks_context_probe(const vkscan_context_params *params, const struct report *errors,
                           struct vk *vk, struct wanted *wanted, struct caps *caps)
{
    VkResult result = check_context_params(params, errors);
    if (result != VK_SUCCESS)
        return result;
    const char *missing =
        vks_vk_load_instance(vk, params->instance, params->get_instance_proc_addr);
    if (missing)
        return vks_report(
            errors, VK_ERROR_INITIALIZATION_FAILED,
            "get_instance_proc_addr gives no %s: vkscan needs an instance of Vulkan 1.1 "
            "(VkApplicationInfo::apiVersion)",
            missing);
    result = vks_probe(vk, params, errors, wanted, caps);
    if (result != VK_SUCCESS)
        return result;
    if (caps->subgroup_size == 0) /* devices and instances of 1.1 fill it in */
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "the device or the instance (VkApplicationInfo::apiVersion) is below "
                          "Vulkan 1.1, which vkscan needs");
    return vks_catalogue_check_tuning(&caps->tuning, errors);
}

/* ---- context ---- */

/* Creates the layout of a set of `count` storage buffers. By address there is no set. */
static VkResult create_set_layout(const struct vkscan_context *context, vkscan_access access,
                                  uint32_t count, struct layout *layout)
{
    VkDescriptorSetLayoutBinding bindings[BINDING_COUNT];
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = access == VKSCAN_ACCESS_PUSH_DESCRIPTORS
                     ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                     : 0,
        .bindingCount = count,
        .pBindings = bindings,
    };

    if (access == VKSCAN_ACCESS_ADDRESSES)
        return VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    const VkResult result = context->vk.CreateDescriptorSetLayout(context->device, &info,
                                                                  context->allocator, &layout->set);
    if (result != VK_SUCCESS) {
        layout->set = VK_NULL_HANDLE; /* Vulkan leaves handles undefined after a failure */
        return vks_report(&context->errors, result, "vkCreateDescriptorSetLayout gave VkResult %d",
                          (int)result);
    }
    return VK_SUCCESS;
}

static VkResult create_pipeline_layout(const struct vkscan_context *context, struct layout *layout)
{
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = layout->set ? 1 : 0,
        .pSetLayouts = &layout->set,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges =
            &(VkPushConstantRange){VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)},
    };
    const VkResult result = context->vk.CreatePipelineLayout(context->device, &info,
                                                             context->allocator, &layout->pipeline);
    if (result != VK_SUCCESS) {
        layout->pipeline = VK_NULL_HANDLE;
        return vks_report(&context->errors, result, "vkCreatePipelineLayout gave VkResult %d",
                          (int)result);
    }
    return VK_SUCCESS;
}

static VkResult create_layout(const struct vkscan_context *context, vkscan_access access,
                              uint32_t count, struct layout *layout)
{
    const VkResult result = create_set_layout(context, access, count, layout);

    return result == VK_SUCCESS ? create_pipeline_layout(context, layout) : result;
}

/* Tells whether plans of the access have a layout of their own for second ports. */
static bool has_second_layout(const struct caps *caps, vkscan_access access)
{
    return access != VKSCAN_ACCESS_ADDRESSES && caps->max_storage_buffers >= BINDING_COUNT;
}

static VkResult create_layouts(struct vkscan_context *context)
{
    const struct caps *caps = &context->caps;
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < ACCESS_COUNT && result == VK_SUCCESS; i++) {
        const vkscan_access access = (vkscan_access)i;
        if (vks_access(access)->needs & ~caps->capabilities)
            continue;
        result = create_layout(context, access, BINDINGS_WITHOUT_SECOND, &context->layouts[i][0]);
        if (result == VK_SUCCESS && has_second_layout(caps, access))
            result = create_layout(context, access, BINDING_COUNT, &context->layouts[i][1]);
    }
    return result;
}

const struct layout *vks_context_layout(const struct vkscan_context *context,
                                        const struct plan *plan)
{
    const bool second =
        plan->bindings > BINDINGS_WITHOUT_SECOND && plan->access != VKSCAN_ACCESS_ADDRESSES;

    return &context->layouts[plan->access][second];
}

/* Copies the caller's policies, which are valid during vkscan_context_create alone. */
static VkResult keep_policies(struct vkscan_context *context)
{
    struct tuning *tuning = &context->caps.tuning;
    const struct tuning given = *tuning;

    tuning->policies = NULL;
    if (given.policy_count == 0)
        return VK_SUCCESS;
    context->policies =
        vks_host_allocate(context->allocator, given.policy_count * sizeof(context->policies[0]));
    if (!context->policies)
        return vks_host_out_of_memory(&context->errors);
    for (uint32_t i = 0; i < given.policy_count; i++)
        vks_tuning_read(&given, i, &context->policies[i], &context->errors);
    tuning->policies = context->policies;
    return VK_SUCCESS;
}

/* Hints at features that make kernels faster, that the device has and that are not enabled. */
static void hint_at_features(const vkscan_context_params *params, const struct wanted *wanted,
                             const struct report *errors)
{
    static const struct {
        uint32_t capability;
        const char *features;
    } rows[] = {
        {VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT,
         "subgroupSizeControl and computeFullSubgroups"},
        {VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, "shaderInt64 and shaderBufferInt64Atomics"},
    };
    const uint32_t missing = vks_capabilities_enabled(&wanted->chain.features) &
                             ~vks_capabilities_enabled(params->enabled_features);

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (missing & rows[i].capability)
            vks_report(errors, VK_SUCCESS,
                       "enabled_features leaves out %s, which the device has: runs may be slower",
                       rows[i].features);
}

static VkResult init_context(struct vkscan_context *context, const vkscan_context_params *params)
{
    struct wanted wanted;

    VkResult result =
        vks_context_probe(params, &context->errors, &context->vk, &wanted, &context->caps);
    if (result == VK_SUCCESS)
        result = keep_policies(context);
    if (result != VK_SUCCESS)
        return result;
    const char *missing = vks_vk_load_device(&context->vk, params->device, wanted.push_function);
    if (missing)
        return vks_report(&context->errors, VK_ERROR_INITIALIZATION_FAILED, "the device has no %s",
                          missing);
    context->device = params->device;
    context->pipelines.feedback = wanted.feedback;
    context->pipelines.cache_control =
        context->caps.capabilities & VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT;
    result = create_layouts(context);
    if (result == VK_SUCCESS)
        hint_at_features(params, &wanted, &context->errors);
    return result;
}

VkResult vkscan_context_create(const vkscan_context_params *given, vkscan_context **out)
{
    vkscan_context_params known;
    const vkscan_context_params *params = &known;
    struct report errors;

    if (out)
        *out = NULL;
    if (!given)
        return RESULT_INVALID;
    VkResult result = vks_context_read_params(given, &known, &errors);
    if (result != VK_SUCCESS)
        return result;
    if (!out)
        return vks_report(&errors, RESULT_INVALID, "out is NULL");
    if (!params->device)
        return vks_report(&errors, RESULT_INVALID, "device is NULL");

    struct vkscan_context *context = vks_host_allocate(params->allocator, sizeof(*context));
    if (!context)
        return vks_host_out_of_memory(&errors);
    if (params->allocator) {
        context->allocator_copy = *params->allocator;
        context->allocator = &context->allocator_copy;
    }
    context->errors = errors;
    context->pipelines.vk = &context->vk;
    context->pipelines.device = params->device;
    context->pipelines.cache = params->pipeline_cache;
    context->pipelines.allocator = context->allocator;
    context->pipelines.monitor = (struct monitor)MONITOR_INIT;
    result = init_context(context, params);
    if (result != VK_SUCCESS) {
        vkscan_context_destroy(context);
        return result;
    }
    *out = context;
    return VK_SUCCESS;
}

void vkscan_context_destroy(vkscan_context *context)
{
    if (!context)
        return;
    if (context->device) {
        const struct vk *vk = &context->vk;
        vks_pipelines_destroy(&context->pipelines, true);
        for (uint32_t i = 0; i < 2 * ACCESS_COUNT; i++) {
            const struct layout *layout = &context->layouts[i / 2][i % 2];
            vk->DestroyPipelineLayout(context->device, layout->pipeline, context->allocator);
            vk->DestroyDescriptorSetLayout(context->device, layout->set, context->allocator);
        }
    }
    MONITOR_DESTROY(&context->pipelines.monitor);
    vks_host_free(context->allocator, context->policies);
    const VkAllocationCallbacks allocator = context->allocator_copy;
    vks_host_free(context->allocator ? &allocator : NULL, context);
}

/* ---- plan ---- */

/* Returns the plan's name in debuggers: its label or, written to `text`, what it computes. */
static const char *debug_name(const struct plan *plan, char text[64])
{
    const struct primitive *primitive = vks_catalogue_primitive(plan->primitive);
    const bool has_op =
        vks_combines(plan->primitive) || primitive->op; /* an operator or a criterion */

    snprintf(text, 64, "vkscan %s %s%s%s", primitive->name, plan->out->name, has_op ? " " : "",
             has_op ? plan->op->name : "");
    return plan->label ? plan->label : text;
}

/* Takes the plan's pipelines, and compiles them unless that is deferred. */
static VkResult init_pipelines(struct vkscan_plan *plan)
{
    struct pipeline_list *list = &plan->context->pipelines;
    const VkPipelineLayout layout = vks_context_layout(plan->context, &plan->plan)->pipeline;

    VkResult result =
        vks_pipelines_take(list, &plan->plan, layout, &plan->errors, &plan->pipelines);
    if (result != VK_SUCCESS || plan->plan.flags & VKSCAN_PLAN_DEFER_PIPELINES_BIT)
        return result;
    result = vks_pipelines_compile_all(list, &plan->plan, &plan->errors, &plan->pipelines);
    if (result != VK_SUCCESS)
        vks_pipelines_release(list, &plan->pipelines);
    return result;
}

VkResult vks_context_plan_create(struct vkscan_context *context, const struct plan *plan,
                                 struct vkscan_plan **out)
{
    char text[64];
    const char *name = debug_name(plan, text);
    const size_t name_size = strlen(name) + 1;
    struct report errors = context->errors;

    *out = NULL;
    errors.label = plan->label;
    struct vkscan_plan *created =
        vks_host_allocate(context->allocator, sizeof(*created) + name_size);
    if (!created)
        return vks_host_out_of_memory(&errors);
    created->context = context;
    created->plan = *plan;
    if (plan->op == &plan->user_op)
        created->plan.op = &created->plan.user_op;
    created->label = memcpy(created + 1, name, name_size);
    created->errors = context->errors;
    created->plan.label = created->errors.label = plan->label ? created->label : NULL;
    const VkResult result = init_pipelines(created);
    if (result != VK_SUCCESS) {
        vks_host_free(context->allocator, created);
        return result;
    }
    *out = created;
    return VK_SUCCESS;
}

VkResult vkscan_plan_create(vkscan_context *context, const vkscan_plan_params *given,
                            vkscan_plan **out)
{
    struct plan_params params;
    struct plan plan;

    if (out)
        *out = NULL;
    if (!context)
        return RESULT_INVALID;
    if (!given || !out)
        return vks_report(&context->errors, RESULT_INVALID, "%s is NULL", given ? "out" : "params");
    VkResult result = vks_plan_params_read(given, &params, &context->errors);
    if (result != VK_SUCCESS)
        return result;
    struct report errors = context->errors;
    errors.label = params.plan.label;
    result = vks_plan_resolve(&context->caps, &params.plan, &errors, &plan);
    return result == VK_SUCCESS ? vks_context_plan_create(context, &plan, out) : result;
}

static VkResult check_index(const struct vkscan_plan *plan, uint32_t index)
{
    if (index < plan->pipelines.count)
        return VK_SUCCESS;
    return vks_report(&plan->errors, RESULT_INVALID,
                      "index %u is out of range: the plan has %u pipelines", index,
                      plan->pipelines.count);
}

VkResult vkscan_plan_compile(vkscan_plan *plan, uint32_t index)
{
    if (!plan)
        return RESULT_INVALID;
    const VkResult result = check_index(plan, index);
    return result == VK_SUCCESS
               ? vks_pipelines_compile(&plan->context->pipelines, &plan->plan, &plan->errors,
                                       &plan->pipelines, index, true)
               : result;
}

VkResult vks_plan_check_query(const struct vkscan_plan *plan, const struct sized *size,
                              const void *info)
{
    if (!plan)
        return RESULT_INVALID;
    if (!info)
        return vks_report(&plan->errors, RESULT_INVALID, "info is NULL");
    return vks_sized_check(size, info, &plan->errors);
}

VkResult vkscan_plan_get_pipeline(const vkscan_plan *plan, uint32_t index,
                                  vkscan_pipeline_info *info)
{
    static const struct sized size = SIZED(vkscan_pipeline_info, reserved);
    vkscan_pipeline_info own = {0};

    VkResult result = vks_plan_check_query(plan, &size, info);
    if (result == VK_SUCCESS)
        result = check_index(plan, index);
    if (result != VK_SUCCESS)
        return result;
    vks_pipelines_describe(&plan->pipelines, index, &own);
    vks_sized_write(&size, &own, info);
    return VK_SUCCESS;
}

void vkscan_plan_destroy(vkscan_plan *plan)
{
    if (!plan)
        return;
    vks_pipelines_release(&plan->context->pipelines, &plan->pipelines);
    vks_host_free(plan->context->allocator, plan);
}

void vkscan_context_trim(vkscan_context *context)
{
    if (context)
        vks_pipelines_destroy(&context->pipelines, false);
}
