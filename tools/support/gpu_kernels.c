/* SPDX-License-Identifier: MIT */
/* Kernels of gpu.h. */
#include "gpu.h"

static bool create_layouts(struct gpu *gpu, uint32_t push_size, struct gpu_kernels *out)
{
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push_size};
    VkDescriptorSetLayoutBinding bindings[GPU_KERNELS_MOST];
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = GPU_KERNELS_MOST,
        .pBindings = bindings,
    };
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &out->set_layout,
        .pushConstantRangeCount = push_size > 0,
        .pPushConstantRanges = &push,
    };

    for (uint32_t i = 0; i < GPU_KERNELS_MOST; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    GPU_CHECK(gpu, vkCreateDescriptorSetLayout(gpu->device, &set, NULL, &out->set_layout));
    GPU_CHECK(gpu, vkCreatePipelineLayout(gpu->device, &layout, NULL, &out->layout));
    return true;
}

bool gpu_kernels_create(struct gpu *gpu, const VkDescriptorBufferInfo *buffers,
                        uint32_t buffer_count, uint32_t push_size, struct gpu_kernels *out)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, GPU_KERNELS_MOST};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pSetLayouts = &out->set_layout,
    };
    VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .descriptorCount = buffer_count,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = buffers,
    };

    *out = (struct gpu_kernels){.set = VK_NULL_HANDLE};
    if (!create_layouts(gpu, push_size, out))
        return false;
    if (buffer_count == 0)
        return true;
    GPU_CHECK(gpu, vkCreateDescriptorPool(gpu->device, &pool, NULL, &out->pool));
    set.descriptorPool = out->pool;
    GPU_CHECK(gpu, vkAllocateDescriptorSets(gpu->device, &set, &out->set));
    write.dstSet = out->set;
    vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    return true;
}

void gpu_kernels_destroy(struct gpu *gpu, struct gpu_kernels *kernels)
{
    vkDestroyDescriptorPool(gpu->device, kernels->pool, NULL);
    vkDestroyPipelineLayout(gpu->device, kernels->layout, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, kernels->set_layout, NULL);
}

bool gpu_kernels_compile(struct gpu *gpu, const struct gpu_kernels *kernels, const void *code,
                         size_t size, const VkSpecializationInfo *specialization,
                         VkPipeline *pipeline)
{
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = code,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main",
                  .pSpecializationInfo = specialization},
        .layout = kernels->layout,
    };

    GPU_CHECK(gpu, vkCreateShaderModule(gpu->device, &module, NULL, &info.stage.module));
    const VkResult result =
        vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, pipeline);
    vkDestroyShaderModule(gpu->device, info.stage.module, NULL);
    GPU_CHECK(gpu, result);
    return true;
}

void gpu_kernels_bind(const struct gpu_kernels *kernels, VkPipeline pipeline,
                      VkCommandBuffer commands)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernels->layout, 0, 1,
                            &kernels->set, 0, NULL);
}
