/* SPDX-License-Identifier: MIT */
/* The GLSL that users include, in a kernel of their own. */
#include <string.h>

#include "harness.h"

#include "affine.h"
#include "sums.h"
#include "sweep.h"

#define MOST 3000
#define GUARD 0xdeadbeefu

struct element {
    uint32_t a, b;
};

struct arguments {
    uint32_t count, exclusive;
};

static struct element compose(struct element left, struct element right)
{
    return (struct element){right.a * left.a, right.a * left.b + right.b};
}

static struct element add(struct element left, struct element right)
{
    return (struct element){left.a + right.a, left.b + right.b};
}

struct kernel {
    const uint32_t *code;
    size_t size;
    struct element (*combine)(struct element left, struct element right);
    struct element identity;
};

enum { SOURCE, DESTINATION, TOTALS, BUFFERS };

struct pipeline {
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

static void create_set(struct gpu *gpu, struct pipeline *p, const struct gpu_buffer *buffers)
{
    VkDescriptorSetLayoutBinding bindings[BUFFERS];
    for (uint32_t i = 0; i < BUFFERS; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BUFFERS,
        .pBindings = bindings,
    };
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BUFFERS};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pSetLayouts = &p->set_layout,
    };

    assert_int_equal(vkCreateDescriptorSetLayout(gpu->device, &layout, NULL, &p->set_layout), 0);
    assert_int_equal(vkCreateDescriptorPool(gpu->device, &pool, NULL, &p->pool), 0);
    set.descriptorPool = p->pool;
    assert_int_equal(vkAllocateDescriptorSets(gpu->device, &set, &p->set), 0);
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const VkDescriptorBufferInfo range = {buffers[i].buffer, 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = p->set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &range,
        };
        vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    }
}

static void create_pipeline(struct gpu *gpu, struct pipeline *p, const struct kernel *kernel)
{
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct arguments)};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &p->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = kernel->size,
        .pCode = kernel->code,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
    };

    assert_int_equal(vkCreatePipelineLayout(gpu->device, &layout, NULL, &p->layout), 0);
    info.layout = p->layout;
    assert_int_equal(vkCreateShaderModule(gpu->device, &module, NULL, &info.stage.module), 0);
    assert_int_equal(
        vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline), 0);
    vkDestroyShaderModule(gpu->device, info.stage.module, NULL);
}

static void destroy(struct gpu *gpu, struct pipeline *p)
{
    vkDestroyPipeline(gpu->device, p->pipeline, NULL);
    vkDestroyPipelineLayout(gpu->device, p->layout, NULL);
    vkDestroyDescriptorPool(gpu->device, p->pool, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, p->set_layout, NULL);
}

static void run(struct gpu *gpu, const struct pipeline *p, struct arguments arguments)
{
    const VkCommandBuffer commands = gpu_begin(gpu);

    assert_non_null(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 0,
                            NULL);
    vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(arguments),
                       &arguments);
    vkCmdDispatch(commands, 1, 1, 1);
    gpu_barrier(commands);
    assert_true(gpu_submit(gpu, commands));
}

static void check(struct gpu *gpu, const struct kernel *kernel, const struct gpu_buffer *buffers,
                  const struct element *source, struct arguments arguments)
{
    struct element results[MOST + 1], totals[2], prefix = kernel->identity;

    assert_true(gpu_download(gpu, &buffers[DESTINATION], 0, results, sizeof(results)));
    assert_true(gpu_download(gpu, &buffers[TOTALS], 0, totals, sizeof(totals)));
    for (uint32_t i = 0; i < arguments.count; i++) {
        const struct element after = kernel->combine(prefix, source[i]);
        const struct element expected = arguments.exclusive ? prefix : after;
        assert_memory_equal(&results[i], &expected, sizeof(expected));
        prefix = after;
    }
    assert_int_equal(results[arguments.count].a, GUARD);
    assert_memory_equal(&totals[0], &prefix, sizeof(prefix));
    assert_memory_equal(&totals[1], &prefix, sizeof(prefix));
}

static void try(struct harness *h, const struct kernel *kernel)
{
    static const uint32_t counts[] = {0, 1, 2, 127, 128, 129, 511, 512, 513, 1024, 1500, MOST};
    struct element source[MOST];
    struct gpu_buffer buffers[BUFFERS];
    struct pipeline pipeline;
    uint32_t state = 1;

    for (uint32_t i = 0; i < MOST; i++) {
        state = state * 747796405u + 2891336453u;
        source[i] = (struct element){state >> 8 | 1, state >> 4}; /* odd: never all 0 */
    }
    for (uint32_t i = 0; i < BUFFERS; i++)
        assert_true(gpu_buffer_create(&h->gpu, (MOST + 1) * sizeof(*source), GPU_MEMORY_DEVICE,
                                      &buffers[i]));
    assert_true(gpu_upload(&h->gpu, &buffers[SOURCE], 0, source, sizeof(source)));
    create_set(&h->gpu, &pipeline, buffers);
    create_pipeline(&h->gpu, &pipeline, kernel);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (uint32_t exclusive = 0; exclusive < 2; exclusive++) {
            const struct arguments arguments = {counts[i], exclusive};
            assert_true(
                gpu_fill(&h->gpu, &buffers[DESTINATION], 0, buffers[DESTINATION].size, GUARD));
            run(&h->gpu, &pipeline, arguments);
            check(&h->gpu, kernel, buffers, source, arguments);
        }

    destroy(&h->gpu, &pipeline);
    for (uint32_t i = 0; i < BUFFERS; i++)
        gpu_buffer_destroy(&h->gpu, &buffers[i]);
}

static void need_subgroups(const struct harness *h)
{
    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
}

TEST(tiles_of_a_structure_and_an_operator_that_does_not_commute)
{
    const struct kernel kernel = {affine_spirv, sizeof(affine_spirv), compose, {1, 0}};

    need_subgroups(h);
    try(h, &kernel);
}

TEST(tiles_of_vectors_with_a_built_in_operator)
{
    const struct kernel kernel = {sums_spirv, sizeof(sums_spirv), add, {0, 0}};

    need_subgroups(h);
    try(h, &kernel);
}

TEST(sweeps_without_subgroup_operations)
{
    const struct kernel kernel = {sweep_spirv, sizeof(sweep_spirv), compose, {1, 0}};

    try(h, &kernel);
}

HARNESS_MAIN(glsl)
