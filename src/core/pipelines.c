/* SPDX-License-Identifier: MIT */
#include "pipelines.h"

#include "shaders.h"

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
    };

    return on->vk->CreateComputePipelines(on->device, on->cache, 1, &info, on->allocator, pipeline);
}

static VkResult create_stage(const struct pipeline_device *on, const struct plan *plan,
                             const struct planned_stage *stage, const struct report *errors,
                             VkPipeline *pipeline)
{
    const char *class = vks_element_class(plan->type, plan->op);
    const struct shader *shader = vks_shaders_find(stage->module, class);
    if (!shader)
        return vks_report(errors, VK_ERROR_INITIALIZATION_FAILED,
                          "kernel %s has no module for class %s", stage->module, class);

    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = shader->size,
        .pCode = shader->code,
    };
    VkShaderModule module;
    VkResult result = on->vk->CreateShaderModule(on->device, &info, on->allocator, &module);
    if (result == VK_SUCCESS) {
        result = create_pipeline(on, plan, &stage->constants, module, pipeline);
        on->vk->DestroyShaderModule(on->device, module, on->allocator);
    }
    if (result != VK_SUCCESS) {
        *pipeline = VK_NULL_HANDLE;
        return vks_report(errors, result,
                          "creating the pipeline of kernel %s for class %s gave VkResult %d",
                          stage->module, class, (int)result);
    }
    return VK_SUCCESS;
}

VkResult vks_pipelines_create(const struct pipeline_device *on, const struct plan *plan,
                              const struct report *errors,
                              VkPipeline pipelines[ALGORITHM_MAX_STAGES])
{
    const struct planned_stage *stages = plan->stages;

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        pipelines[i] = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES && stages[i].module[0]; i++) {
        const VkResult result = create_stage(on, plan, &stages[i], errors, &pipelines[i]);
        if (result != VK_SUCCESS) {
            vks_pipelines_destroy(on, pipelines);
            return result;
        }
    }
    return VK_SUCCESS;
}

void vks_pipelines_destroy(const struct pipeline_device *on,
                           VkPipeline pipelines[ALGORITHM_MAX_STAGES])
{
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        on->vk->DestroyPipeline(on->device, pipelines[i], on->allocator);
}
