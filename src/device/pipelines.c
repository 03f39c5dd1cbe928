/* SPDX-License-Identifier: MIT */
/* A context's list of pipelines: found, compiled, named, counted by user, destroyed. */
#include "vulkan_device.h"

#include <stdio.h>
#include <string.h>

enum pipeline_state { PIPELINE_IDLE, PIPELINE_COMPILING, PIPELINE_READY };

struct shared_pipeline {
    /* What it is made of, which never changes. */
    struct planned_stage stage;
    uint64_t user_checksum; /* of the user operator that has the module; 0: the library has it */
    uint32_t subgroup_size; /* required size; 0: none is required */
    VkPipelineLayout layout;
    /* Guarded by the list's monitor. The thread that has set COMPILING alone writes the rest. */
    struct shared_pipeline *next;
    uint32_t users; /* number of stages of plans that have it */
    enum pipeline_state state;
    VkPipeline pipeline;             /* if READY */
    VkPipelineCreationFeedback told; /* all 0: nothing */
};

/* ---- compiling ---- */

static VkResult create_pipeline(const struct pipeline_list *on, const struct plan *plan,
                                VkShaderModule module, struct shared_pipeline *shared)
{
    const struct constants *constants = &shared->stage.constants;
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
    VkPipelineCreationFeedback of_stage = {0};
    const VkPipelineCreationFeedbackCreateInfo feedback = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO,
        .pPipelineCreationFeedback = &shared->told,
        .pipelineStageCreationFeedbackCount = 1, /* early drivers and layers demand it */
        .pPipelineStageCreationFeedbacks = &of_stage,
    };
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = on->feedback ? &feedback : NULL,
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
        .layout = shared->layout,
        .flags = plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT
                     ? VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT
                     : 0,
    };

    const VkResult result = on->vk->CreateComputePipelines(on->device, on->cache, 1, &info,
                                                           on->allocator, &shared->pipeline);
    if (result != VK_SUCCESS)
        shared->pipeline = VK_NULL_HANDLE; /* Vulkan leaves handles undefined after a failure */
    return result;
}

/* Names the pipeline for debuggers: "vkscan lookback_scan uint32". */
static void name_pipeline(const struct pipeline_list *on, const struct shared_pipeline *shared)
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

/* Creates the module. *fault is a format for kernel and class. */
static VkResult create_module(const struct pipeline_list *on, const struct shader *shader,
                              VkShaderModule *module, const char **fault)
{
    const size_t size = vks_unpacked_words(shader->packed) * sizeof(uint32_t);
    unsigned char *memory =
        vks_host_allocate(on->allocator, size + vks_unpack_memory(shader->packed));
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = (uint32_t *)memory,
    };

    *fault = "host allocation failed";
    if (!memory)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    const bool is_whole = vks_unpack(shader->packed, memory + size, (uint32_t *)memory);
    const VkResult result =
        is_whole ? on->vk->CreateShaderModule(on->device, &info, on->allocator, module)
                 : VK_ERROR_INITIALIZATION_FAILED;
    vks_host_free(on->allocator, memory);
    *fault = is_whole ? "creating the module of kernel %s for class %s failed"
                      : "the module of kernel %s for class %s is damaged";
    return result;
}

/* Compiles the pipeline, by a thread that has set COMPILING. Reports nothing: *fault is a format
 * for kernel, class and result, because no callback may run while other threads wait. */
static VkResult compile(const struct pipeline_list *on, const struct plan *plan,
                        struct shared_pipeline *shared, const char **fault)
{
    const struct shader shader = find_module(plan, &shared->stage);
    VkShaderModule module;

    *fault = "kernel %s has no module for class %s";
    if (!shader.class)
        return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = create_module(on, &shader, &module, fault);
    if (result != VK_SUCCESS)
        return result;
    *fault = "creating the pipeline of kernel %s for class %s gave VkResult %d";
    result = create_pipeline(on, plan, module, shared);
    on->vk->DestroyShaderModule(on->device, module, on->allocator);
    if (result == VK_SUCCESS)
        name_pipeline(on, shared);
    return result;
}

static void settle(struct pipeline_list *on, struct shared_pipeline *shared,
                   enum pipeline_state state)
{
    vks_monitor_enter(&on->monitor);
    shared->state = state;
    vks_monitor_wake(&on->monitor);
    vks_monitor_leave(&on->monitor);
}

/* Compiles the pipeline if nobody has done so. If another thread is at it, waits for that thread or
 * returns VK_NOT_READY. */
static VkResult make_ready(struct pipeline_list *on, const struct plan *plan,
                           const struct report *errors, struct shared_pipeline *shared, bool wait)
{
    const struct planned_stage *stage = &shared->stage;
    const bool looks_up = plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT;
    const char *fault;

    vks_monitor_enter(&on->monitor);
    while (wait && shared->state == PIPELINE_COMPILING)
        vks_monitor_wait(&on->monitor);
    const enum pipeline_state before = shared->state;
    const bool mine = before == PIPELINE_IDLE && (!looks_up || on->cache_control);
    if (mine)
        shared->state = PIPELINE_COMPILING;
    vks_monitor_leave(&on->monitor);
    if (!mine)
        return before == PIPELINE_READY ? VK_SUCCESS : VK_NOT_READY;

    const VkResult result = compile(on, plan, shared, &fault);
    settle(on, shared, result == VK_SUCCESS ? PIPELINE_READY : PIPELINE_IDLE);
    if (result == VK_SUCCESS || result == VK_PIPELINE_COMPILE_REQUIRED)
        return result;
    return vks_report(errors, result, fault, stage->module, stage->class, (int)result);
}

/* ---- the list ---- */

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

/* Finds the stage's pipeline in the list, or adds it. Returns NULL if host memory is lacking. */
static struct shared_pipeline *find_or_add(struct pipeline_list *on, const struct plan *plan,
                                           VkPipelineLayout layout,
                                           const struct planned_stage *stage)
{
    const vkscan_operator *user = operator_of(plan, stage);
    const struct shared_pipeline wanted = {
        .stage = *stage,
        .user_checksum = user ? user->checksum : 0,
        .subgroup_size = plan->subgroup_size,
        .layout = layout,
        .next = on->first,
    };
    struct shared_pipeline *shared = on->first;

    while (shared && !is_same(shared, &wanted))
        shared = shared->next;
    if (shared)
        return shared;
    shared = vks_host_allocate(on->allocator, sizeof(*shared));
    if (!shared)
        return NULL;
    memcpy(shared, &wanted, sizeof(wanted));
    on->first = shared;
    return shared;
}

void vks_pipelines_destroy(struct pipeline_list *on, bool all)
{
    struct shared_pipeline **link = &on->first, *shared;

    vks_monitor_enter(&on->monitor);
    while ((shared = *link)) {
        if (shared->users > 0 && !all) {
            link = &shared->next;
            continue;
        }
        *link = shared->next;
        on->vk->DestroyPipeline(on->device, shared->pipeline, on->allocator);
        vks_host_free(on->allocator, shared);
    }
    vks_monitor_leave(&on->monitor);
}

/* ---- a plan's pipelines ---- */

uint32_t vks_pipelines_count(const struct plan *plan)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        count += plan->stages[i].module != NULL;
    return count;
}

VkResult vks_pipelines_take(struct pipeline_list *on, const struct plan *plan,
                            VkPipelineLayout layout, const struct report *errors,
                            struct plan_pipelines *taken)
{
    struct shared_pipeline *shared = NULL;
    const uint32_t count = vks_pipelines_count(plan);

    vks_monitor_enter(&on->monitor);
    for (uint32_t stage = 0; taken->count < count; stage++) {
        if (!plan->stages[stage].module)
            continue;
        shared = find_or_add(on, plan, layout, &plan->stages[stage]);
        if (!shared)
            break;
        shared->users++;
        taken->stages[taken->count] = stage;
        taken->shared[taken->count++] = shared;
    }
    vks_monitor_leave(&on->monitor);
    if (taken->count == count)
        return VK_SUCCESS;
    vks_pipelines_release(on, taken);
    return vks_host_out_of_memory(errors);
}

void vks_pipelines_release(struct pipeline_list *on, const struct plan_pipelines *taken)
{
    vks_monitor_enter(&on->monitor);
    for (uint32_t i = 0; i < taken->count; i++)
        taken->shared[i]->users--;
    vks_monitor_leave(&on->monitor);
}

uint32_t vks_pipelines_missing(const struct plan_pipelines *taken)
{
    return ((1u << taken->count) - 1) &
           ~atomic_load_explicit(&taken->compiled, memory_order_acquire);
}

/* Lets the plan have a pipeline that is READY, for runs that other threads record. Equal values are
 * not stored twice, as such a run may read them already. */
static void publish(struct pipeline_list *on, struct plan_pipelines *taken, uint32_t index)
{
    vks_monitor_enter(&on->monitor);
    if (vks_pipelines_missing(taken) >> index & 1) {
        taken->handles[taken->stages[index]] = taken->shared[index]->pipeline;
        atomic_fetch_or_explicit(&taken->compiled, 1u << index, memory_order_release);
    }
    vks_monitor_leave(&on->monitor);
}

static VkResult get_ready(struct pipeline_list *on, const struct plan *plan,
                          const struct report *errors, struct plan_pipelines *taken, uint32_t index,
                          bool wait)
{
    if (!(vks_pipelines_missing(taken) >> index & 1))
        return VK_SUCCESS;
    const VkResult result = make_ready(on, plan, errors, taken->shared[index], wait);
    if (result == VK_SUCCESS)
        publish(on, taken, index);
    return result;
}

VkResult vks_pipelines_compile(struct pipeline_list *on, const struct plan *plan,
                               const struct report *errors, struct plan_pipelines *taken,
                               uint32_t index)
{
    const bool wait = !(plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT);
    const VkResult result = get_ready(on, plan, errors, taken, index, wait);

    return result == VK_NOT_READY ? VK_PIPELINE_COMPILE_REQUIRED : result;
}

VkResult vks_pipelines_compile_all(struct pipeline_list *on, const struct plan *plan,
                                   const struct report *errors, struct plan_pipelines *taken)
{
    const bool compiles = !(plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT);
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < taken->count && compiles && result >= VK_SUCCESS; i++)
        result = get_ready(on, plan, errors, taken, i, false);
    if (result == VK_NOT_READY)
        result = VK_SUCCESS;
    for (uint32_t i = 0; i < taken->count && result == VK_SUCCESS; i++)
        result = vks_pipelines_compile(on, plan, errors, taken, i);
    return result;
}

vkscan_pipeline_info vks_pipelines_describe(const struct plan_pipelines *taken, uint32_t index)
{
    const struct shared_pipeline *shared = taken->shared[index];
    const bool compiled = !(vks_pipelines_missing(taken) >> index & 1);
    VkPipelineCreationFeedback told = {0};

    if (compiled && shared->told.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT)
        told = shared->told;
    return (vkscan_pipeline_info){
        .compiled = compiled,
        .kernel = shared->stage.module,
        .element_class = shared->stage.class,
        .nanoseconds = told.duration,
        .from_cache =
            (told.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT) != 0,
    };
}
