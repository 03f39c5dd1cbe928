/* SPDX-License-Identifier: MIT */
/* A context's list of pipelines: found, compiled, named, counted by user, destroyed. */
#include "vulkan_device.h"

#include <stdio.h>
#include <string.h>

struct shared_pipeline {
    struct shared_pipeline *next;
    struct planned_stage stage;
    uint64_t user_checksum; /* of the user operator that has the module; 0: the library has it */
    uint32_t subgroup_size; /* required size; 0: none is required */
    VkPipelineLayout layout;
    VkPipeline pipeline;
    atomic_uint users; /* number of stages of plans that have it */
};

static VkResult create_pipeline(const struct pipeline_device *on, const struct plan *plan,
                                const struct constants *constants, VkShaderModule module,
                                VkPipeline *pipeline)
{
    VkSpecializationMapEntry entries[CONSTANTS_MAX];
    for (uint32_t i = 0; i < constants->count; i++)
        entries[i] = (VkSpecializationMapEntry){constants->id[i], i * sizeof(constants->value[0]),
                                                sizeof(constants->value[0])};
    const VkSpecializationInfo specialization = {
        .mapEntryCount = constants->count,
        .pMapEntries = entries,
        .dataSize = constants->count * sizeof(constants->value[0]),
        .pData = constants->value,
    };
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = plan->subgroup_size,
    };
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .pNext = plan->subgroup_size ? &required : NULL,
                .flags = plan->subgroup_size
                             ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT
                             : 0,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
                .pSpecializationInfo = &specialization,
            },
        .layout = on->layout,
        .flags = plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT
                     ? VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT
                     : 0,
    };

    return on->vk->CreateComputePipelines(on->device, on->cache, 1, &info, on->allocator, pipeline);
}

/* Names the pipeline for debuggers: "vkscan lookback_scan uint32". */
static void name_pipeline(const struct pipeline_device *on, const struct shared_pipeline *shared)
{
    char name[96];

    snprintf(name, sizeof(name), "vkscan %s %s", shared->stage.module, shared->stage.class);
    vks_vk_name(on->vk, on->device, VK_OBJECT_TYPE_PIPELINE, (uint64_t)shared->pipeline, name);
}

/* Returns the user operator that has the stage's module; NULL: the library has it. */
static const vkscan_operator *operator_of(const struct plan *plan,
                                          const struct planned_stage *stage)
{
    return strcmp(stage->class, plan->computation.class) == 0 ? plan->op->user : NULL;
}

/* Finds the stage's module, in the user operator or in the library. Returns a shader without a
 * class if there is none. */
static struct shader find_module(const struct plan *plan, const struct planned_stage *stage)
{
    const vkscan_operator *user = operator_of(plan, stage);

    if (!user) {
        const struct shader *found = vks_shaders_find(stage->module, stage->class);
        return found ? *found : (struct shader){0};
    }
    const vkscan_operator_module *module = vks_operator_find(user, stage->module);
    return module ? (struct shader){module->name, stage->class, {module->bytes, module->size}}
                  : (struct shader){0};
}

static VkResult create_module(const struct pipeline_device *on, const struct shader *shader,
                              const struct report *errors, VkShaderModule *module)
{
    const size_t size = vks_unpacked_words(shader->packed) * sizeof(uint32_t);
    unsigned char *memory =
        vks_host_allocate(on->allocator, size + vks_unpack_memory(shader->packed));
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = (uint32_t *)memory,
    };

    if (!memory)
        return vks_host_out_of_memory(errors);
    const bool is_whole = vks_unpack(shader->packed, memory + size, (uint32_t *)memory);
    const VkResult result =
        is_whole ? on->vk->CreateShaderModule(on->device, &info, on->allocator, module)
                 : VK_ERROR_INITIALIZATION_FAILED;
    vks_host_free(on->allocator, memory);
    if (result == VK_SUCCESS)
        return VK_SUCCESS;
    return vks_report(errors, result,
                      is_whole ? "creating the module of kernel %s for class %s failed"
                               : "the module of kernel %s for class %s is damaged",
                      shader->kernel, shader->class);
}

static VkResult compile(const struct pipeline_device *on, const struct plan *plan,
                        const struct report *errors, struct shared_pipeline *shared)
{
    const struct planned_stage *stage = &shared->stage;
    const struct shader shader = find_module(plan, stage);
    if (!shader.class)
        return vks_report(errors, VK_ERROR_INITIALIZATION_FAILED,
                          "kernel %s has no module for class %s", stage->module, stage->class);

    VkShaderModule module;
    VkResult result = create_module(on, &shader, errors, &module);
    if (result != VK_SUCCESS)
        return result;
    result = create_pipeline(on, plan, &stage->constants, module, &shared->pipeline);
    on->vk->DestroyShaderModule(on->device, module, on->allocator);
    if (result == VK_PIPELINE_COMPILE_REQUIRED)
        return result;
    if (result != VK_SUCCESS)
        return vks_report(errors, result,
                          "creating the pipeline of kernel %s for class %s gave VkResult %d",
                          stage->module, stage->class, (int)result);
    name_pipeline(on, shared);
    return VK_SUCCESS;
}

static bool is_same(const struct shared_pipeline *a, const struct shared_pipeline *b)
{
    const struct constants *of_a = &a->stage.constants, *of_b = &b->stage.constants;
    const uint32_t count = of_a->count;

    return a->layout == b->layout && a->subgroup_size == b->subgroup_size && count == of_b->count &&
           a->stage.module == b->stage.module && strcmp(a->stage.class, b->stage.class) == 0 &&
           a->user_checksum == b->user_checksum &&
           memcmp(of_a->id, of_b->id, count * sizeof(of_a->id[0])) == 0 &&
           memcmp(of_a->value, of_b->value, count * sizeof(of_a->value[0])) == 0;
}

static void add(struct pipeline_list *list, struct shared_pipeline *shared)
{
    shared->next = atomic_load_explicit(&list->first, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&list->first, &shared->next, shared,
                                                  memory_order_release, memory_order_relaxed))
        ;
}

/* Finds the stage's pipeline in the list, or compiles it. Threads that want the same pipeline at
 * the same time compile it each. */
static VkResult get_stage(const struct pipeline_device *on, const struct plan *plan,
                          const struct planned_stage *stage, const struct report *errors,
                          VkPipeline *pipeline)
{
    const vkscan_operator *user = operator_of(plan, stage);
    struct shared_pipeline wanted = {
        .stage = *stage,
        .user_checksum = user ? user->checksum : 0,
        .subgroup_size = plan->subgroup_size,
        .layout = on->layout,
    };
    struct shared_pipeline *shared = atomic_load_explicit(&on->list->first, memory_order_acquire);

    while (shared && !is_same(shared, &wanted))
        shared = shared->next;
    if (!shared && plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT && !on->cache_control)
        return VK_PIPELINE_COMPILE_REQUIRED;
    if (!shared) {
        shared = vks_host_allocate(on->allocator, sizeof(*shared));
        if (!shared)
            return vks_host_out_of_memory(errors);
        memcpy(shared, &wanted, sizeof(wanted));
        const VkResult result = compile(on, plan, errors, shared);
        if (result != VK_SUCCESS) {
            vks_host_free(on->allocator, shared);
            return result;
        }
        add(on->list, shared);
    }
    atomic_fetch_add(&shared->users, 1);
    *pipeline = shared->pipeline;
    return VK_SUCCESS;
}

VkResult vks_pipelines_get(const struct pipeline_device *on, const struct plan *plan,
                           const struct report *errors, VkPipeline pipelines[ALGORITHM_MAX_STAGES])
{
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES && result == VK_SUCCESS; i++)
        if (plan->stages[i].module)
            result = get_stage(on, plan, &plan->stages[i], errors, &pipelines[i]);
    if (result != VK_SUCCESS)
        vks_pipelines_release(on->list, pipelines);
    return result;
}

void vks_pipelines_release(const struct pipeline_list *list,
                           const VkPipeline pipelines[ALGORITHM_MAX_STAGES])
{
    struct shared_pipeline *first = atomic_load_explicit(&list->first, memory_order_acquire);

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        for (struct shared_pipeline *shared = first; shared && pipelines[i]; shared = shared->next)
            if (shared->pipeline == pipelines[i]) {
                atomic_fetch_sub(&shared->users, 1);
                break;
            }
}

void vks_pipelines_destroy(const struct pipeline_device *on, bool all)
{
    struct shared_pipeline *kept = NULL, *next;

    for (struct shared_pipeline *shared = on->list->first; shared; shared = next) {
        next = shared->next;
        if (shared->users > 0 && !all) {
            shared->next = kept;
            kept = shared;
            continue;
        }
        on->vk->DestroyPipeline(on->device, shared->pipeline, on->allocator);
        vks_host_free(on->allocator, shared);
    }
    on->list->first = kept;
}
