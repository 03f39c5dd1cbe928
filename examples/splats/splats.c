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
    ring_create(&s->ring, gpu);
    s->splats = gpu_create_buffer(gpu, count * sizeof(struct disc), GPU_MEMORY_DEVICE);
    s->arguments = gpu_create_buffer(gpu, sizeof(VkDrawIndirectCommand), GPU_MEMORY_DEVICE);
    /* Select writes it, the sort and the draw read it. */
    const vkscan_buffer number =
        run_place(&s->arguments, offsetof(VkDrawIndirectCommand, instanceCount), sizeof(uint32_t));
    order_create(&s->order, gpu, count, NULL, &number, ring_idle(&s->ring));
    s->staging = gpu_create_buffer(
        gpu, s->splats.size + ORDERED_WORDS * s->order.depths.size + s->arguments.size,
        GPU_MEMORY_HOST);

    const struct buffer *const buffers[] = {&s->splats, &s->order.depths};
    gpu_create_layout(gpu, &s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 2, sizeof(struct view), 1);
    s->set = gpu_create_set(gpu, &s->layout, buffers, 2);
    s->cull = gpu_create_kernel(gpu, &s->layout, cull_spirv, sizeof(cull_spirv));
    painter_create(&s->painter, gpu, &s->splats, &s->order.indices);
    upload(s);
}

void splats_destroy(const struct splats *s)
{
    painter_destroy(&s->painter);
    order_destroy(&s->order);
    ring_destroy(&s->ring);
    vkDestroyPipeline(s->gpu->device, s->cull, NULL);
    gpu_destroy_layout(s->gpu, &s->layout);
}

void splats_frame(struct splats *s, const struct camera *camera)
{
    const VkCommandBuffer commands = ring_begin(&s->ring);
    const struct view view = {.from = *camera, .count = s->count};

    s->camera = *camera;
    /* The frame before may still draw by the buffers that this one writes. */
    gpu_barrier(commands, COMPUTE | DRAW, WRITE, COMPUTE, READ_WRITE);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &s->layout, s->cull, s->set, &view);
    vkCmdDispatch(commands, (s->count + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE, 1, 1);
    order_record(&s->order, commands);
    painter_draw(&s->painter, commands, camera, &s->arguments, 0);
    ring_submit(&s->ring);
}

struct snapshot splats_finish(struct splats *s)
{
    const VkCommandBuffer commands = ring_idle(&s->ring);
    VkDeviceSize used = 0;

    gpu_begin_read_back(commands);
    canvas_read_back(&s->painter.canvas, commands);
    const struct snapshot snapshot = {
        .splats = gpu_read_back(commands, &s->splats, &s->staging, &used),
        .order = order_read_back(&s->order, commands, &s->staging, &used),
        .arguments = gpu_read_back(commands, &s->arguments, &s->staging, &used)};
    gpu_end_read_back(&s->gpu->main, commands);
    return snapshot;
}
