/* SPDX-License-Identifier: MIT */
/* The GLSL that users include, in a kernel of their own. */
#include <string.h>

#include "gpu.h"
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

static void run(struct gpu *gpu, const struct gpu_kernels *kernels, VkPipeline pipeline,
                struct arguments arguments)
{
    const VkCommandBuffer commands = gpu_begin(gpu);

    assert_non_null(commands);
    gpu_kernels_bind(kernels, pipeline, commands);
    vkCmdPushConstants(commands, kernels->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(arguments),
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
    VkDescriptorBufferInfo ranges[BUFFERS];
    struct gpu_kernels kernels;
    VkPipeline pipeline;
    uint32_t state = 1;

    for (uint32_t i = 0; i < MOST; i++) {
        state = state * 747796405u + 2891336453u;
        source[i] = (struct element){state >> 8 | 1, state >> 4}; /* odd: never all 0 */
    }
    for (uint32_t i = 0; i < BUFFERS; i++) {
        assert_true(gpu_buffer_create(&h->gpu, (MOST + 1) * sizeof(*source), GPU_MEMORY_DEVICE,
                                      &buffers[i]));
        ranges[i] = (VkDescriptorBufferInfo){buffers[i].buffer, 0, VK_WHOLE_SIZE};
    }
    assert_true(gpu_upload(&h->gpu, &buffers[SOURCE], 0, source, sizeof(source)));
    assert_true(
        gpu_kernels_create(&h->gpu, ranges, BUFFERS, sizeof(struct arguments), &kernels) &&
        gpu_kernels_compile(&h->gpu, &kernels, kernel->code, kernel->size, NULL, &pipeline));

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (uint32_t exclusive = 0; exclusive < 2; exclusive++) {
            const struct arguments arguments = {counts[i], exclusive};
            assert_true(
                gpu_fill(&h->gpu, &buffers[DESTINATION], 0, buffers[DESTINATION].size, GUARD));
            run(&h->gpu, &kernels, pipeline, arguments);
            check(&h->gpu, kernel, buffers, source, arguments);
        }

    vkDestroyPipeline(h->gpu.device, pipeline, NULL);
    gpu_kernels_destroy(&h->gpu, &kernels);
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
