/* SPDX-License-Identifier: MIT */
#include "simulation.h"

#include "move.h"
#include "scatter.h"

static VkPipeline create_pipeline(const struct simulation *s, const uint32_t *code, size_t size)
{
    const VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = s->layout};
    VkPipeline pipeline;

    CHECK(vkCreateShaderModule(s->gpu->device, &module_info, NULL, &info.stage.module));
    CHECK(vkCreateComputePipelines(s->gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(s->gpu->device, info.stage.module, NULL);
    return pipeline;
}

/* One layout for both shaders. Of a set, what a shader does not name need not be written. */
void create_pipelines(struct simulation *s)
{
    VkDescriptorSetLayoutBinding bindings[BINDING_COUNT];
    for (uint32_t i = 0; i < BINDING_COUNT; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BINDING_COUNT,
        .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(s->gpu->device, &set_info, NULL, &s->set_layout));

    const VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                      .size = sizeof(struct step)};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &s->set_layout,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &push};
    CHECK(vkCreatePipelineLayout(s->gpu->device, &info, NULL, &s->layout));
    s->move = create_pipeline(s, move_spirv, sizeof(move_spirv));
    s->scatter = create_pipeline(s, scatter_spirv, sizeof(scatter_spirv));

    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       2 * FRAMES_IN_FLIGHT * BINDING_COUNT};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 2 * FRAMES_IN_FLIGHT,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    CHECK(vkCreateDescriptorPool(s->gpu->device, &pool, NULL, &s->descriptors));
}

VkDescriptorSet create_set(const struct simulation *s, const struct buffer *const *buffers,
                           uint32_t count)
{
    const VkDescriptorSetAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = s->descriptors,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &s->set_layout};
    VkDescriptorSet set;

    CHECK(vkAllocateDescriptorSets(s->gpu->device, &info, &set));
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorBufferInfo range = {buffers[i]->handle, 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &range};
        vkUpdateDescriptorSets(s->gpu->device, 1, &write, 0, NULL);
    }
    return set;
}

void destroy_pipelines(const struct simulation *s)
{
    const VkDevice device = s->gpu->device;

    vkDestroyDescriptorPool(device, s->descriptors, NULL);
    vkDestroyPipeline(device, s->scatter, NULL);
    vkDestroyPipeline(device, s->move, NULL);
    vkDestroyPipelineLayout(device, s->layout, NULL);
    vkDestroyDescriptorSetLayout(device, s->set_layout, NULL);
}
