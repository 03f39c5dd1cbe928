/* SPDX-License-Identifier: MIT */
/* The GLSL that users include, in a kernel of their own. */
#include <string.h>

#include "gpu.h"
#include "harness.h"

#include "affine.h"
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

static void check(struct gpu *gpu, const struct gpu_buffer *buffers, const struct element *source,
                  struct arguments arguments)
{
    struct element results[MOST + 1], totals[2], prefix = {1, 0};

    assert_true(gpu_download(gpu, &buffers[DESTINATION], 0, results, sizeof(results)));
    assert_true(gpu_download(gpu, &buffers[TOTALS], 0, totals, sizeof(totals)));
    for (uint32_t i = 0; i < arguments.count; i++) {
        const struct element after = compose(prefix, source[i]);
        const struct element expected = arguments.exclusive ? prefix : after;
        assert_memory_equal(&results[i], &expected, sizeof(expected));
        prefix = after;
    }
    assert_int_equal(results[arguments.count].a, GUARD);
    assert_memory_equal(&totals[0], &prefix, sizeof(prefix));
    assert_memory_equal(&totals[1], &prefix, sizeof(prefix));
}

static void try(struct harness *h, const uint32_t *code, size_t size)
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
    assert_true(gpu_kernels_create(&h->gpu, ranges, BUFFERS, sizeof(struct arguments), &kernels) &&
                gpu_kernels_compile(&h->gpu, &kernels, code, size, NULL, &pipeline));

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (uint32_t exclusive = 0; exclusive < 2; exclusive++) {
            const struct arguments arguments = {counts[i], exclusive};
            assert_true(
                gpu_fill(&h->gpu, &buffers[DESTINATION], 0, buffers[DESTINATION].size, GUARD));
            run(&h->gpu, &kernels, pipeline, arguments);
            check(&h->gpu, buffers, source, arguments);
        }

    vkDestroyPipeline(h->gpu.device, pipeline, NULL);
    gpu_kernels_destroy(&h->gpu, &kernels);
    for (uint32_t i = 0; i < BUFFERS; i++)
        gpu_buffer_destroy(&h->gpu, &buffers[i]);
}

TEST(tiles_of_a_structure_and_an_operator_that_does_not_commute)
{
    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    try(h, affine_spirv, sizeof(affine_spirv));
}

TEST(sweeps_without_subgroup_operations)
{
    try(h, sweep_spirv, sizeof(sweep_spirv));
}

HARNESS_MAIN(glsl)
