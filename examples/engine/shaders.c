/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#define MAX_BINDINGS 8

void gpu_create_layout(const struct gpu *gpu, struct layout *layout, VkShaderStageFlags stages,
                       uint32_t buffer_count, uint32_t push_size, uint32_t set_count)
{
    VkDescriptorSetLayoutBinding bindings[MAX_BINDINGS];

    *layout = (struct layout){.stages = stages, .push_size = push_size};
    for (uint32_t i = 0; i < buffer_count; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = stages};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = buffer_count,
        .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(gpu->device, &set_info, NULL, &layout->set));

    const VkPushConstantRange push = {.stageFlags = stages, .size = push_size};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &layout->set,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &push};
    CHECK(vkCreatePipelineLayout(gpu->device, &info, NULL, &layout->pipeline));

    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, set_count * buffer_count};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = set_count,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    CHECK(vkCreateDescriptorPool(gpu->device, &pool, NULL, &layout->pool));
}

void gpu_destroy_layout(const struct gpu *gpu, const struct layout *layout)
{
    vkDestroyDescriptorPool(gpu->device, layout->pool, NULL);
    vkDestroyPipelineLayout(gpu->device, layout->pipeline, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, layout->set, NULL);
}

VkDescriptorSet gpu_create_set(const struct gpu *gpu, const struct layout *layout,
                               const struct buffer *const *buffers, uint32_t count)
{
    const VkDescriptorSetAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = layout->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &layout->set};
    VkDescriptorSet set;

    CHECK(vkAllocateDescriptorSets(gpu->device, &info, &set));
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorBufferInfo range = {buffers[i]->handle, 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &range};
        vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    }
    return set;
}

VkShaderModule gpu_create_module(const struct gpu *gpu, const uint32_t *code, size_t size)
{
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    VkShaderModule module;

    CHECK(vkCreateShaderModule(gpu->device, &info, NULL, &module));
    return module;
}

VkPipeline gpu_create_kernel(const struct gpu *gpu, const struct layout *layout,
                             const uint32_t *code, size_t size)
{
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = gpu_create_module(gpu, code, size),
                  .pName = "main"},
        .layout = layout->pipeline};
    VkPipeline pipeline;

    CHECK(vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(gpu->device, info.stage.module, NULL);
    return pipeline;
}

void gpu_bind(VkCommandBuffer commands, VkPipelineBindPoint point, const struct layout *layout,
              VkPipeline pipeline, VkDescriptorSet set, const void *push)
{
    vkCmdBindPipeline(commands, point, pipeline);
    vkCmdBindDescriptorSets(commands, point, layout->pipeline, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(commands, layout->pipeline, layout->stages, 0, layout->push_size, push);
}
