/* SPDX-License-Identifier: MIT */
/* A context's list of pipelines: found, compiled, named, counted by user, destroyed. */
#include "vulkan_device.h"

#include <stdio.h>
#include <string.h>

#define CACHE_HIT VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT

enum pipeline_state { PIPELINE_IDLE, PIPELINE_LOOKED_UP, PIPELINE_COMPILING, PIPELINE_READY };

struct shared_pipeline {
    /* What it is made of, which never changes. */
    struct planned_stage stage;
    uint64_t user_checksum; /* of the user operator that has the module; 0: the library has it */
    uint32_t subgroup_size; /* required size; 0: none is required */
    VkPipelineLayout layout;
    /* Guarded by the list's monitor. The thread that has set LOOKED_UP or COMPILING alone
     * writes the rest. */
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
 * kernel if there is none. */
static struct shader find_module(const struct plan *plan, const struct planned_stage *stage)
{
    const vkscan_operator *user = operator_of(plan, stage);

    if (!user)
        return vks_shaders_find(stage->module, stage->class);
    const vkscan_operator_module *module = vks_operator_find(user, stage->module);
    return module ? (struct shader){module->name, stage->class, {module->bytes, module->size}}
                  : (struct shader){0};
}

static VkResult create_module(const struct pipeline_list *on, const struct shader *shader,
                              VkShaderModule *module, const char **fault)
{
    uint32_t further;
    const size_t size = vks_unpacked_words(shader->packed, &further) * sizeof(uint32_t);

    *fault = "the module is damaged";
    if (size == 0)
        return RESULT_INVALID;
    unsigned char *memory = vks_host_allocate(on->allocator, size + further);
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
                 : RESULT_INVALID; /* in a user operator: the library's own are whole */
    vks_host_free(on->allocator, memory);
    *fault = is_whole ? "the module was not created" : "the module is damaged";
    return result;
}

/* Compiles, or looks up, for the thread that has set the state. Sets *fault alone, as no callback
 * may run while others wait. */
static VkResult compile(const struct pipeline_list *on, const struct plan *plan,
                        struct shared_pipeline *shared, const char **fault)
{
    const struct shader shader = find_module(plan, &shared->stage);
    VkShaderModule module;

    *fault = "there is no module";
    if (!shader.kernel)
        return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = create_module(on, &shader, &module, fault);
    if (result != VK_SUCCESS)
        return result;
    *fault = "the pipeline was not created";
    result = create_pipeline(on, plan, module, shared);
    on->vk->DestroyShaderModule(on->device, module, on->allocator);
    if (result == VK_SUCCESS)
        name_pipeline(on, shared);
    return result;
}

/* ---- the list ---- */

static bool is_same(const struct planned_stage *a, const struct planned_stage *b)
{
    const uint32_t count = a->constants.count;

    return a->module == b->module && strcmp(a->class, b->class) == 0 &&
           count == b->constants.count &&
           memcmp(a->constants.id, b->constants.id, count * sizeof(a->constants.id[0])) == 0 &&
           memcmp(a->constants.value, b->constants.value, count * sizeof(a->constants.value[0])) ==
               0;
}

/* Finds the stage's pipeline in the list, or adds it. Returns NULL if host memory is lacking. */
static struct shared_pipeline *find_or_add(struct pipeline_list *on, const struct plan *plan,
                                           VkPipelineLayout layout,
                                           const struct planned_stage *stage)
{
    const vkscan_operator *user = operator_of(plan, stage);
    const uint64_t checksum = user ? user->checksum : 0;
    struct shared_pipeline *shared = on->first;

    while (shared && !(shared->layout == layout && shared->subgroup_size == plan->subgroup_size &&
                       shared->user_checksum == checksum && is_same(&shared->stage, stage)))
        shared = shared->next;
    if (shared)
        return shared;
    shared = vks_host_allocate(on->allocator, sizeof(*shared));
    if (!shared)
        return NULL;
    shared->stage = *stage;
    shared->user_checksum = checksum;
    shared->subgroup_size = plan->subgroup_size;
    shared->layout = layout;
    shared->next = on->first;
    return on->first = shared;
}

void vks_pipelines_destroy(struct pipeline_list *on, bool all)
{
    struct shared_pipeline **link = &on->first, *shared;

    MONITOR_ENTER(&on->monitor);
    while ((shared = *link)) {
        if (shared->users > 0 && !all) {
            link = &shared->next;
            continue;
        }
        *link = shared->next;
        on->vk->DestroyPipeline(on->device, shared->pipeline, on->allocator);
        vks_host_free(on->allocator, shared);
    }
    MONITOR_LEAVE(&on->monitor);
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
    uint32_t i;

    MONITOR_ENTER(&on->monitor);
    for (i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        if (!plan->stages[i].module)
            continue;
        shared = find_or_add(on, plan, layout, &plan->stages[i]);
        if (!shared)
            break;
        shared->users++;
        taken->stages[taken->count] = i;
        taken->shared[taken->count++] = shared;
    }
    MONITOR_LEAVE(&on->monitor);
    if (i == ALGORITHM_MAX_STAGES)
        return VK_SUCCESS;
    vks_pipelines_release(on, taken);
    return vks_host_out_of_memory(errors);
}

void vks_pipelines_release(struct pipeline_list *on, const struct plan_pipelines *taken)
{
    MONITOR_ENTER(&on->monitor);
    for (uint32_t i = 0; i < taken->count; i++)
        taken->shared[i]->users--;
    MONITOR_LEAVE(&on->monitor);
}

uint32_t vks_pipelines_missing(const struct plan_pipelines *taken)
{
    return ((1u << taken->count) - 1) &
           ~atomic_load_explicit(&taken->compiled, memory_order_acquire);
}

VkResult vks_pipelines_compile(struct pipeline_list *on, const struct plan *plan,
                               const struct report *errors, struct plan_pipelines *taken,
                               uint32_t index, bool wait)
{
    struct shared_pipeline *shared = taken->shared[index];
    const bool looks_up = plan->flags & VKSCAN_PLAN_COMPILE_NOTHING_BIT;
    const char *fault = NULL;
    VkResult result = looks_up ? VK_PIPELINE_COMPILE_REQUIRED : VK_NOT_READY;

    MONITOR_ENTER(&on->monitor);
    while (shared->state == PIPELINE_LOOKED_UP || /* which takes no time */
           (wait && !looks_up && shared->state == PIPELINE_COMPILING))
        MONITOR_WAIT(&on->monitor);
    if (shared->state == PIPELINE_IDLE && (!looks_up || on->cache_control)) {
        shared->state = looks_up ? PIPELINE_LOOKED_UP : PIPELINE_COMPILING;
        MONITOR_LEAVE(&on->monitor);
        result = compile(on, plan, shared, &fault);
        MONITOR_ENTER(&on->monitor);
        shared->state = result == VK_SUCCESS ? PIPELINE_READY : PIPELINE_IDLE;
        MONITOR_WAKE(&on->monitor);
    }
    if (shared->state == PIPELINE_READY) {
        result = VK_SUCCESS;
        if (vks_pipelines_missing(taken) >> index & 1) /* else a run may read the handle already */
            taken->handles[taken->stages[index]] = shared->pipeline;
        atomic_fetch_or_explicit(&taken->compiled, 1u << index, memory_order_release);
    }
    MONITOR_LEAVE(&on->monitor);
    if (result >= VK_SUCCESS)
        return result;
    return vks_report(errors, result, "%s: kernel %s, class %s, VkResult %d", fault,
                      shared->stage.module, shared->stage.class, (int)result);
}

VkResult vks_pipelines_compile_all(struct pipeline_list *on, const struct plan *plan,
                                   const struct report *errors, struct plan_pipelines *taken)
{
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < 2 * taken->count && result == VK_SUCCESS; i++) {
        const bool wait = i >= taken->count; /* the second time around */
        result = vks_pipelines_compile(on, plan, errors, taken, i % taken->count, wait);
        if (result == VK_NOT_READY)
            result = VK_SUCCESS;
    }
    return result;
}

void vks_pipelines_describe(const struct plan_pipelines *taken, uint32_t index,
                            vkscan_pipeline_info *info)
{
    const struct shared_pipeline *shared = taken->shared[index];

    info->kernel = shared->stage.module;
    info->element_class = shared->stage.class;
    info->compiled = !(vks_pipelines_missing(taken) >> index & 1);
    if (info->compiled && shared->told.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT) {
        info->nanoseconds = shared->told.duration;
        info->from_cache = (shared->told.flags & CACHE_HIT) != 0;
    }
}
