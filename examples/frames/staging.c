/* SPDX-License-Identifier: MIT */
#include "simulation.h"

/* What vkscan wants zeroed before the first run, on the queue that the runs are on. */
static void zero_scratch(const struct simulation *s, const struct frame *frame)
{
    vkscan_plan_info info;

    vkscan_plan_get_info(s->plan, &info);
    if (info.scratch_zeroed == 0)
        return;
    gpu_begin(frame->scan);
    vkCmdFillBuffer(frame->scan, frame->scratch.handle, 0, info.scratch_zeroed, 0);
    gpu_barrier(frame->scan, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    gpu_run(&s->gpu->async, frame->scan);
}

/* The first frame starts from what the last one in flight would have left. */
void simulation_upload(struct simulation *s)
{
    const struct frame *last = &s->frames[FRAMES_IN_FLIGHT - 1];
    const VkBufferCopy all = {.size = last->particles.size};

    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        zero_scratch(s, &s->frames[i]);
    galaxies_create(&s->galaxies, s->staging.mapped, s->particles);
    gpu_begin(last->move);
    vkCmdCopyBuffer(last->move, s->staging.handle, last->particles.handle, 1, &all);
    gpu_barrier(last->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    gpu_run(&s->gpu->main, last->move);
}

/* Copies a buffer to the staging one; returns where the host finds it. */
static const void *read_back(const struct simulation *s, VkCommandBuffer commands,
                             const struct buffer *buffer, VkDeviceSize *offset)
{
    const VkBufferCopy all = {.dstOffset = *offset, .size = buffer->size};
    const char *mapped = s->staging.mapped;

    vkCmdCopyBuffer(commands, buffer->handle, s->staging.handle, 1, &all);
    *offset += buffer->size;
    return mapped + all.dstOffset;
}

struct snapshot simulation_finish(struct simulation *s)
{
    const struct frame *last = &s->frames[(s->next - 1) % FRAMES_IN_FLIGHT];
    VkDeviceSize offset = 0;

    submit_scatter(s, s->next - 1);
    CHECK(vkDeviceWaitIdle(s->gpu->device));
    CHECK(vkResetCommandPool(s->gpu->device, last->main_pool, 0));
    gpu_begin(last->move);
    gpu_barrier(last->move, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    const struct snapshot snapshot = {
        .particle_count = s->particles,
        .side = s->side,
        .cells = s->cells,
        .workgroups = s->workgroups,
        .particles = read_back(s, last->move, &last->particles, &offset),
        .sorted = read_back(s, last->move, &last->sorted, &offset),
        .prefixes = read_back(s, last->move, &last->prefixes, &offset),
        .energies = read_back(s, last->move, &s->energies, &offset)};
    /* Waiting for a queue does not make writes visible to the host. */
    gpu_barrier(last->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    gpu_run(&s->gpu->main, last->move);
    return snapshot;
}
