/* SPDX-License-Identifier: MIT */
#include "limits.h"

#include <string.h>

#include "limit_copy.h"
#include "limit_move.h"
#include "limit_read.h"

static const struct {
    const uint32_t *code;
    size_t size;
} kernels[LIMIT_KERNELS] = {
    [LIMIT_COPY] = {limit_copy, sizeof(limit_copy)},
    [LIMIT_READ] = {limit_read, sizeof(limit_read)},
    [LIMIT_MOVE] = {limit_move, sizeof(limit_move)},
};

static const char *const names[] = {
    [LIMIT_COPY] = "copy",
    [LIMIT_READ] = "read",
    [LIMIT_MOVE] = "move",
    [LIMIT_PASSES] = "pass",
};

/* Push constants of the kernels: numbers of vectors. */
struct push {
    uint32_t count, written;
};

struct limit_shape {
    uint32_t workgroup_size;
    uint32_t vectors;
    uint32_t max_workgroups;
};

static const struct limit_shape shapes[LIMIT_SHAPES] = {
    {256, 1, UINT32_MAX}, {256, 4, UINT32_MAX}, {256, 8, UINT32_MAX},
    {128, 4, UINT32_MAX}, {256, 4, 1056},       {256, 4, 2112},
};

const char *limits_name(enum limit limit)
{
    return names[limit];
}

VkDeviceSize limits_moved(const struct limit_work *work)
{
    return work->read + work->written * (work->limit == LIMIT_PASSES ? 2 * work->passes : 1);
}

VkDeviceSize limits_bytes(VkDeviceSize size)
{
    return (size + LIMIT_VECTOR_BYTES - 1) / LIMIT_VECTOR_BYTES * LIMIT_VECTOR_BYTES;
}

static bool create_pipeline(struct gpu *gpu, const struct limits *limits, enum limit limit,
                            const struct limit_shape *shape, VkPipeline *pipeline)
{
    const uint32_t constants[] = {
        [LIMIT_SPEC_WORKGROUP_SIZE] = shape->workgroup_size,
        [LIMIT_SPEC_VECTORS] = shape->vectors,
        [LIMIT_SPEC_COPIES] = limits->copies,
    };
    const VkSpecializationMapEntry entries[] = {
        {LIMIT_SPEC_WORKGROUP_SIZE, 0, sizeof(constants[0])},
        {LIMIT_SPEC_VECTORS, sizeof(constants[0]), sizeof(constants[0])},
        {LIMIT_SPEC_COPIES, 2 * sizeof(constants[0]), sizeof(constants[0])},
    };
    const VkSpecializationInfo specialization = {3, entries, sizeof(constants), constants};

    return gpu_kernels_compile(gpu, &limits->own, kernels[limit].code, kernels[limit].size,
                               &specialization, pipeline);
}

bool limits_create(struct gpu *gpu, const struct gpu_buffer *source,
                   const struct gpu_buffer *destination, VkDeviceSize size, uint32_t copies,
                   struct limits *limits)
{
    const VkDescriptorBufferInfo buffers[] = {{source->buffer, 0, size},
                                              {destination->buffer, 0, copies * size}};

    *limits = (struct limits){.copies = copies};
    bool ok = gpu_kernels_create(gpu, buffers, 2, sizeof(struct push), &limits->own);
    for (uint32_t limit = 0; limit < LIMIT_KERNELS; limit++)
        for (uint32_t i = 0; i < LIMIT_SHAPES && ok; i++)
            ok = create_pipeline(gpu, limits, (enum limit)limit, &shapes[i],
                                 &limits->pipelines[limit][i]);
    if (!ok)
        limits_destroy(gpu, limits);
    return ok;
}

void limits_destroy(struct gpu *gpu, struct limits *limits)
{
    for (uint32_t limit = 0; limit < LIMIT_KERNELS; limit++)
        for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++)
            vkDestroyPipeline(gpu->device, limits->pipelines[limit][shape], NULL);
    gpu_kernels_destroy(gpu, &limits->own);
    memset(limits, 0, sizeof(*limits));
}

bool limits_compile_copy(struct gpu *gpu, struct compilation *copy)
{
    struct limits limits = {.copies = 1};
    double ms[LIMIT_SHAPES], cpu_ms[LIMIT_SHAPES];
    bool ok = gpu_kernels_create(gpu, NULL, 0, sizeof(struct push), &limits.own);

    for (uint32_t i = 0; ok && i < LIMIT_SHAPES; i++) {
        const struct limit_shape shape = {.workgroup_size = 16 * (i + 1), .vectors = 4};
        const struct timing_host start = timing_host_start();
        ok = create_pipeline(gpu, &limits, LIMIT_COPY, &shape, &limits.pipelines[LIMIT_COPY][i]);
        const struct timing_host spent = timing_host_since(start);
        ms[i] = spent.ms;
        cpu_ms[i] = spent.cpu_ms;
    }
    limits_destroy(gpu, &limits);
    *copy = (struct compilation){
        .kernel = names[LIMIT_COPY],
        .class = "reference",
        .bytes = kernels[LIMIT_COPY].size,
    };
    if (ok)
        copy->time = (struct timing_host){timing_summarize(ms, LIMIT_SHAPES).median,
                                          timing_summarize(cpu_ms, LIMIT_SHAPES).median};
    return ok;
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

uint32_t limits_written(const struct limit_work *work)
{
    const VkDeviceSize least = limits_bytes(work->read) / LIMIT_VECTOR_BYTES / 8 + 1;
    const VkDeviceSize asked = limits_bytes(work->written) / LIMIT_VECTOR_BYTES;

    return (uint32_t)(asked < least ? least : asked);
}

/* Records a kernel with a thread for each vector, or with as many threads as the shape has at most.
 */
static void record_kernel(struct gpu *gpu, const struct limits *limits, enum limit limit,
                          uint32_t shape, const struct push *push, VkCommandBuffer commands)
{
    const uint64_t vectors = limit == LIMIT_MOVE ? push->written : push->count;
    const uint32_t tile = shapes[shape].workgroup_size * shapes[shape].vectors;
    const uint64_t tiles = (vectors + tile - 1) / tile;
    const uint32_t workgroups = smaller(smaller(tiles, shapes[shape].max_workgroups),
                                        gpu->properties.limits.maxComputeWorkGroupCount[0]);

    gpu_kernels_bind(&limits->own, limits->pipelines[limit][shape], commands);
    vkCmdPushConstants(commands, limits->own.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(*push),
                       push);
    vkCmdDispatch(commands, workgroups, 1, 1);
}

static uint32_t vectors_of(VkDeviceSize size)
{
    return (uint32_t)(limits_bytes(size) / LIMIT_VECTOR_BYTES);
}

void limits_record(struct gpu *gpu, const struct limits *limits, const struct limit_work *work,
                   uint32_t shape, VkCommandBuffer commands)
{
    const bool by_passes = work->limit == LIMIT_PASSES;
    const struct push read = {vectors_of(work->read),
                              work->limit == LIMIT_MOVE ? limits_written(work) : 0};
    const struct push copy = {vectors_of(work->written), 0};

    record_kernel(gpu, limits, by_passes ? LIMIT_READ : work->limit, shape, &read, commands);
    for (uint32_t i = 0; i < work->passes && by_passes; i++) {
        gpu_compute_barrier(commands);
        record_kernel(gpu, limits, LIMIT_COPY, shape, &copy, commands);
    }
}
