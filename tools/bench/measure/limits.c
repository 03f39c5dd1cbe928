/* SPDX-License-Identifier: MIT */
#include "limits.h"

#include <string.h>

#include "limit_copy.h"
#include "limit_read.h"

static const struct {
    const char *name;
    const uint32_t *code;
    size_t size;
} kernels[] = {
    [LIMIT_COPY] = {"copy", limit_copy, sizeof(limit_copy)},
    [LIMIT_READ] = {"read", limit_read, sizeof(limit_read)},
};

static const struct {
    uint32_t workgroup_size;
    uint32_t vectors;
    uint32_t max_workgroups;
} shapes[LIMIT_SHAPES] = {
    {256, 1, UINT32_MAX}, {256, 4, UINT32_MAX}, {256, 8, UINT32_MAX},
    {128, 4, UINT32_MAX}, {256, 4, 1056},       {256, 4, 2112},
};

const char *limits_name(enum limit limit)
{
    return kernels[limit].name;
}

VkDeviceSize limits_bytes(VkDeviceSize size)
{
    return (size + LIMIT_VECTOR_BYTES - 1) / LIMIT_VECTOR_BYTES * LIMIT_VECTOR_BYTES;
}

static bool create_pipeline(struct gpu *gpu, struct limits *limits, VkShaderModule module,
                            uint32_t shape, VkPipeline *pipeline)
{
    const uint32_t constants[] = {
        [LIMIT_SPEC_WORKGROUP_SIZE] = shapes[shape].workgroup_size,
        [LIMIT_SPEC_VECTORS] = shapes[shape].vectors,
        [LIMIT_SPEC_COPIES] = limits->copies,
    };
    const VkSpecializationMapEntry entries[] = {
        {LIMIT_SPEC_WORKGROUP_SIZE, 0, sizeof(constants[0])},
        {LIMIT_SPEC_VECTORS, sizeof(constants[0]), sizeof(constants[0])},
        {LIMIT_SPEC_COPIES, 2 * sizeof(constants[0]), sizeof(constants[0])},
    };
    const VkSpecializationInfo specialization = {3, entries, sizeof(constants), constants};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
                .pSpecializationInfo = &specialization,
            },
        .layout = limits->layout,
    };

    return vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, pipeline) ==
           VK_SUCCESS;
}

static bool create_pipelines(struct gpu *gpu, struct limits *limits, enum limit limit)
{
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = kernels[limit].size,
        .pCode = kernels[limit].code,
    };
    VkShaderModule module;
    bool ok = vkCreateShaderModule(gpu->device, &info, NULL, &module) == VK_SUCCESS;

    for (uint32_t shape = 0; ok && shape < LIMIT_SHAPES; shape++)
        ok = create_pipeline(gpu, limits, module, shape, &limits->pipelines[limit][shape]);
    vkDestroyShaderModule(gpu->device, module, NULL);
    return ok;
}

static bool create_layouts(struct gpu *gpu, struct limits *limits)
{
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
    };
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 2,
        .pBindings = bindings,
    };
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(uint32_t)};
    VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };

    if (vkCreateDescriptorSetLayout(gpu->device, &set, NULL, &limits->set_layout) != VK_SUCCESS)
        return false;
    layout.pSetLayouts = &limits->set_layout;
    return vkCreatePipelineLayout(gpu->device, &layout, NULL, &limits->layout) == VK_SUCCESS;
}

static bool create_set(struct gpu *gpu, struct limits *limits)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pSetLayouts = &limits->set_layout,
    };

    if (vkCreateDescriptorPool(gpu->device, &pool, NULL, &limits->pool) != VK_SUCCESS)
        return false;
    set.descriptorPool = limits->pool;
    return vkAllocateDescriptorSets(gpu->device, &set, &limits->set) == VK_SUCCESS;
}

bool limits_create(struct gpu *gpu, const struct gpu_buffer *source,
                   const struct gpu_buffer *destination, VkDeviceSize size, uint32_t copies,
                   struct limits *limits)
{
    *limits = (struct limits){.copies = copies};
    if (!create_layouts(gpu, limits) || !create_pipelines(gpu, limits, LIMIT_COPY) ||
        !create_pipelines(gpu, limits, LIMIT_READ) || !create_set(gpu, limits)) {
        limits_destroy(gpu, limits);
        return false;
    }
    const VkDescriptorBufferInfo buffers[] = {{source->buffer, 0, size},
                                              {destination->buffer, 0, copies * size}};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = limits->set,
        .descriptorCount = 2,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = buffers,
    };
    vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    return true;
}

void limits_destroy(struct gpu *gpu, struct limits *limits)
{
    for (uint32_t limit = LIMIT_COPY; limit <= LIMIT_READ; limit++)
        for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++)
            vkDestroyPipeline(gpu->device, limits->pipelines[limit][shape], NULL);
    vkDestroyDescriptorPool(gpu->device, limits->pool, NULL);
    vkDestroyPipelineLayout(gpu->device, limits->layout, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, limits->set_layout, NULL);
    memset(limits, 0, sizeof(*limits));
}

uint64_t limits_find_copy(const struct limits *limits, uint32_t shape, uint64_t destination)
{
    const uint64_t threads = shapes[shape].workgroup_size;

    return destination / (threads * limits->copies) * threads + destination % threads;
}

static uint32_t smaller(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

void limits_record(struct gpu *gpu, const struct limits *limits, enum limit limit, uint32_t shape,
                   VkDeviceSize size, VkCommandBuffer commands)
{
    const uint32_t vectors = (uint32_t)(size / LIMIT_VECTOR_BYTES);
    const uint32_t tile = shapes[shape].workgroup_size * shapes[shape].vectors;
    const uint64_t tiles = ((uint64_t)vectors + tile - 1) / tile;
    const uint32_t workgroups = smaller(smaller(tiles, shapes[shape].max_workgroups),
                                        gpu->properties.limits.maxComputeWorkGroupCount[0]);

    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, limits->pipelines[limit][shape]);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, limits->layout, 0, 1,
                            &limits->set, 0, NULL);
    vkCmdPushConstants(commands, limits->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(vectors),
                       &vectors);
    vkCmdDispatch(commands, workgroups, 1, 1);
}
