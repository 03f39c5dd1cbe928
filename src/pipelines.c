/* SPDX-License-Identifier: MIT */
#include "pipelines.h"

#include "interface.h"
#include "shaders.h"

/* A subgroup size can be required where the workgroup then consists of full subgroups, no more
 * than the device allows. Elsewhere the kernels find the size out as they run. */
static uint32_t required_subgroup_size(const struct caps *caps, uint32_t workgroup_size)
{
    const bool can = caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL &&
                     workgroup_size % caps->subgroup_size == 0 &&
                     workgroup_size / caps->subgroup_size <= caps->max_subgroups;

    return can ? caps->subgroup_size : 0;
}

static VkResult create_pipeline(const struct pipeline_device *on, const struct plan *plan,
                                const struct stage *stage, VkShaderModule module,
                                VkPipeline *pipeline)
{
    const uint32_t subgroup_size = required_subgroup_size(on->caps, plan->shape.workgroup_size);
    const uint32_t constants[SPEC_COUNT] = {
        [SPEC_WORKGROUP_SIZE] = plan->shape.workgroup_size,
        [SPEC_ITEMS] = plan->shape.items,
        [SPEC_SUBGROUP_SIZE] = subgroup_size,
        [SPEC_BANKS] = plan->banks,
        [SPEC_OP] = plan->op->id,
        [SPEC_IDENTITY] = vks_element_identity(plan->type, plan->op),
        [SPEC_EXCLUSIVE] = vks_plan_exclusive(plan, stage),
        [SPEC_FLOAT_KEYS] = vks_element_float_keys(plan->type, plan->op),
        [SPEC_COMMUTATIVE] = plan->op->commutative,
        [SPEC_LOOKS] = plan->looks,
        [SPEC_STALL] = plan->stall,
        [SPEC_BY_INDEX] = plan->by_index,
    };
    VkSpecializationMapEntry entries[SPEC_COUNT];
    for (uint32_t i = 0; i < SPEC_COUNT; i++)
        entries[i] = (VkSpecializationMapEntry){i, i * sizeof(constants[0]), sizeof(constants[0])};
    const VkSpecializationInfo specialization = {
        .mapEntryCount = SPEC_COUNT,
        .pMapEntries = entries,
        .dataSize = sizeof(constants),
        .pData = constants,
    };
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = subgroup_size,
    };
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .pNext = subgroup_size ? &required : NULL,
                .flags =
                    subgroup_size ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
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
                             const struct stage *stage, const struct report *errors,
                             VkPipeline *pipeline)
{
    const char *type = vks_element_kernel_type(plan->type, plan->op)->name;
    const struct shader *shader = vks_shaders_find(stage->kernel, type);
    if (!shader)
        return vks_report(errors, VK_ERROR_INITIALIZATION_FAILED,
                          "kernel %s has no module for type %s", stage->kernel, type);

    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = shader->size,
        .pCode = shader->code,
    };
    VkShaderModule module;
    VkResult result = on->vk->CreateShaderModule(on->device, &info, on->allocator, &module);
    if (result == VK_SUCCESS) {
        result = create_pipeline(on, plan, stage, module, pipeline);
        on->vk->DestroyShaderModule(on->device, module, on->allocator);
    }
    if (result != VK_SUCCESS) {
        *pipeline = VK_NULL_HANDLE;
        return vks_report(errors, result,
                          "creating the pipeline of kernel %s for type %s gave VkResult %d",
                          stage->kernel, type, (int)result);
    }
    return VK_SUCCESS;
}

VkResult vks_pipelines_create(const struct pipeline_device *on, const struct plan *plan,
                              const struct report *errors,
                              VkPipeline pipelines[ALGORITHM_MAX_STAGES])
{
    const struct stage *stages = plan->algorithm->stages;

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        pipelines[i] = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES && stages[i].kernel; i++) {
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
