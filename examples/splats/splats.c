/* SPDX-License-Identifier: MIT */
#include "splats.h"

#include <stddef.h>

#include "interface.h"
#include "scene.h"

#include "cull.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define DRAW (VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT)
#define TRANSFER VK_PIPELINE_STAGE_TRANSFER_BIT
#define WRITE VK_ACCESS_SHADER_WRITE_BIT
#define READ_WRITE (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

static void create_buffers(struct splats *s)
{
    const VkDeviceSize words = s->count * sizeof(uint32_t);
    struct buffer *const of_words[] = {&s->depths, &s->kept_depths, &s->kept_indices,
                                       &s->sorted_depths, &s->order};

    for (size_t i = 0; i < sizeof(of_words) / sizeof(of_words[0]); i++)
        *of_words[i] = gpu_create_buffer(s->gpu, words, GPU_MEMORY_DEVICE);
    s->splats = gpu_create_buffer(s->gpu, s->count * sizeof(struct disc), GPU_MEMORY_DEVICE);
    s->arguments = gpu_create_buffer(s->gpu, sizeof(VkDrawIndirectCommand), GPU_MEMORY_DEVICE);
    s->staging = gpu_create_buffer(
        s->gpu, s->splats.size + 3 * words + sizeof(VkDrawIndirectCommand), GPU_MEMORY_HOST);
}

/* The number of splats that are seen: select writes it, the sort and the draw read it. */
static vkscan_buffer number(const struct splats *s)
{
    return run_place(&s->arguments, offsetof(VkDrawIndirectCommand, instanceCount),
                     sizeof(uint32_t));
}

static void create_select(struct splats *s)
{
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_GREATER,
                                         .outputs = VKSCAN_SELECT_VALUES | VKSCAN_SELECT_INDICES |
                                                    VKSCAN_SELECT_NUMBER};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SELECT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = s->count,
                                       .select = &select};
    const vkscan_binding_params buffers = {.source = run_buffer(&s->depths),
                                           .destination = run_buffer(&s->kept_depths),
                                           .indices = run_buffer(&s->kept_indices),
                                           .number = number(s)};

    run_create(&s->select, s->gpu, &params, &buffers, ring_idle(&s->ring));
}

/* What is kept is needed no more afterwards, so the sort may use it and needs less scratch. */
static void create_sort(struct splats *s)
{
    const vkscan_sort_params sort = {.flags = VKSCAN_SORT_DESCENDING | VKSCAN_SORT_OVERWRITE_SOURCE,
                                     .value_size = sizeof(uint32_t)};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = s->count,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER,
                                       .sort = &sort};
    const vkscan_binding_params buffers = {.source = run_buffer(&s->kept_depths),
                                           .second_source = run_buffer(&s->kept_indices),
                                           .destination = run_buffer(&s->sorted_depths),
                                           .second_destination = run_buffer(&s->order),
                                           .count = number(s)};

    run_create(&s->sort, s->gpu, &params, &buffers, ring_idle(&s->ring));
}

static void upload(struct splats *s)
{
    const VkCommandBuffer commands = ring_idle(&s->ring);
    const VkDrawIndirectCommand arguments = {.vertexCount = 4};
    const VkBufferCopy all = {.size = s->splats.size};

    scene_create(s->staging.mapped, s->count);
    gpu_begin(commands);
    vkCmdCopyBuffer(commands, s->staging.handle, s->splats.handle, 1, &all);
    vkCmdUpdateBuffer(commands, s->arguments.handle, 0, sizeof(arguments), &arguments);
    gpu_barrier(commands, TRANSFER, VK_ACCESS_TRANSFER_WRITE_BIT, COMPUTE | DRAW,
                READ_WRITE | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    gpu_run(&s->gpu->main, commands);
}

void splats_create(struct splats *s, struct gpu *gpu, uint32_t count)
{
    *s = (struct splats){.gpu = gpu, .count = count};
    create_buffers(s);
    const struct buffer *const buffers[] = {&s->splats, &s->depths};
    gpu_create_layout(gpu, &s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 2, sizeof(struct view), 1);
    s->set = gpu_create_set(gpu, &s->layout, buffers, 2);
    s->cull = gpu_create_kernel(gpu, &s->layout, cull_spirv, sizeof(cull_spirv));
    ring_create(&s->ring, gpu);
    create_select(s);
    create_sort(s);
    painter_create(&s->painter, gpu, &s->splats, &s->order);
    upload(s);
}

void splats_destroy(const struct splats *s)
{
    painter_destroy(&s->painter);
    run_destroy(&s->sort);
    run_destroy(&s->select);
    ring_destroy(&s->ring);
    vkDestroyPipeline(s->gpu->device, s->cull, NULL);
    gpu_destroy_layout(s->gpu, &s->layout);
}

void splats_frame(struct splats *s, const struct camera *camera)
{
    const VkCommandBuffer commands = ring_begin(&s->ring);
    const struct view view = {.from = *camera, .count = s->count};
    const float seen = 0;

    s->camera = *camera;
    /* The frame before may still draw by the buffers that this one writes. */
    gpu_barrier(commands, COMPUTE | DRAW, WRITE, COMPUTE, READ_WRITE);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &s->layout, s->cull, s->set, &view);
    vkCmdDispatch(commands, (s->count + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE, 1, 1);
    gpu_barrier(commands, COMPUTE, WRITE, COMPUTE, READ_WRITE);
    run_record(&s->select, commands, &seen);
    gpu_barrier(commands, COMPUTE, WRITE, COMPUTE, READ_WRITE);
    run_record(&s->sort, commands, NULL);
    gpu_barrier(commands, COMPUTE, WRITE, DRAW,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    painter_draw(&s->painter, commands, camera, &s->arguments, 0);
    ring_submit(&s->ring);
}

struct snapshot splats_finish(struct splats *s)
{
    const VkCommandBuffer commands = ring_idle(&s->ring);
    VkDeviceSize used = 0;

    gpu_begin(commands);
    gpu_barrier(commands, COMPUTE, WRITE, TRANSFER, VK_ACCESS_TRANSFER_READ_BIT);
    painter_read_back(&s->painter, commands);
    const struct snapshot snapshot = {
        .splats = gpu_read_back(commands, &s->splats, &s->staging, &used),
        .depths = gpu_read_back(commands, &s->depths, &s->staging, &used),
        .sorted_depths = gpu_read_back(commands, &s->sorted_depths, &s->staging, &used),
        .order = gpu_read_back(commands, &s->order, &s->staging, &used),
        .arguments = gpu_read_back(commands, &s->arguments, &s->staging, &used)};
    gpu_barrier(commands, TRANSFER, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                VK_ACCESS_HOST_READ_BIT);
    gpu_run(&s->gpu->main, commands);
    return snapshot;
}
