/* SPDX-License-Identifier: MIT */
#include "simulation.h"

#include <string.h>

#define STEP (1.0f / 120) /* unit of time that a frame lasts */

static void begin(VkCommandBuffer commands)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};

    CHECK(vkBeginCommandBuffer(commands, &info));
}

/* Makes what was written in these stages visible to those, for all buffers. */
static void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                    VkPipelineStageFlags to, VkAccessFlags used)
{
    const VkMemoryBarrier info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = written, .dstAccessMask = used};

    vkCmdPipelineBarrier(commands, from, to, 0, 1, &info, 0, NULL, 0, NULL);
}

/*
 * A queue family ownership transfer is the same barrier twice: the release, recorded for the queue
 * that gives the buffer away, and the acquire for the one that takes it, with a semaphore between
 * the two submissions. The release's second half and the acquire's first are the other queue's
 * business: no access, and no stage either; only that the acquire's first stage is the one in
 * which its submission waits for the semaphore (see submit), or it would not wait.
 *
 * Within a family there is nothing to transfer, and the semaphore alone makes everything visible.
 *
 * Only what the other queue wants to read is transferred. Whoever overwrites all of a buffer may
 * take it as it is: so the counts never go back to the main queue, nor the prefixes to the other.
 */
static void transfer(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                     const struct queue *from, const struct queue *to, bool acquire)
{
    const VkBufferMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                        .srcAccessMask = acquire ? 0 : VK_ACCESS_SHADER_WRITE_BIT,
                                        .dstAccessMask = acquire ? VK_ACCESS_SHADER_READ_BIT : 0,
                                        .srcQueueFamilyIndex = from->family,
                                        .dstQueueFamilyIndex = to->family,
                                        .buffer = buffer->handle,
                                        .size = VK_WHOLE_SIZE};

    if (from->family != to->family || gpu->options.transfers)
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             acquire ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
                                     : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                             0, 0, NULL, 1, &info, 0, NULL);
}

static void dispatch(const struct simulation *s, VkCommandBuffer commands, VkPipeline pipeline,
                     VkDescriptorSet set)
{
    const struct step step = {.masses = {s->galaxies.centres[0], s->galaxies.centres[1]},
                              .duration = STEP,
                              .particles = s->particles,
                              .side = s->side};

    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &set, 0,
                            NULL);
    vkCmdPushConstants(commands, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(step), &step);
    vkCmdDispatch(commands, s->workgroups, 1, 1);
}

static void record_move(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;

    begin(frame->move);
    /* The particles of the frame before are read, and what older frames used is overwritten. */
    barrier(frame->move, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdFillBuffer(frame->move, frame->counts.handle, 0, VK_WHOLE_SIZE, 0);
    barrier(frame->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    dispatch(s, frame->move, s->move, frame->move_set);
    transfer(gpu, frame->move, &frame->counts, &gpu->main, &gpu->async, false);
    CHECK(vkEndCommandBuffer(frame->move));
}

/* No barrier for the scratch and the prefixes: the run that used them last, three frames ago, was
 * complete before the host came here. */
static void record_scan(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;

    begin(frame->scan);
    transfer(gpu, frame->scan, &frame->counts, &gpu->main, &gpu->async, true);
    if (gpu->options.addresses)
        CHECK(vkscan_cmd_run_buffers(s->plan, frame->scan, &frame->scanned, s->cells + 1, NULL));
    else
        CHECK(vkscan_cmd_run(frame->binding, frame->scan, s->cells + 1, NULL));
    transfer(gpu, frame->scan, &frame->prefixes, &gpu->async, &gpu->main, false);
    CHECK(vkEndCommandBuffer(frame->scan));
}

static void record_scatter(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;

    begin(frame->scatter);
    transfer(gpu, frame->scatter, &frame->prefixes, &gpu->async, &gpu->main, true);
    dispatch(s, frame->scatter, s->scatter, frame->scatter_set);
    CHECK(vkEndCommandBuffer(frame->scatter));
}

/* With wait null, it waits for nothing. */
static void submit(VkQueue queue, VkCommandBuffer commands, VkSemaphore wait, VkSemaphore signal,
                   uint64_t value)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = wait != VK_NULL_HANDLE,
        .pWaitSemaphoreValues = &value,
        .signalSemaphoreValueCount = 1,
        .pSignalSemaphoreValues = &value};
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .pNext = &values,
                               .waitSemaphoreCount = wait != VK_NULL_HANDLE,
                               .pWaitSemaphores = &wait,
                               .pWaitDstStageMask = &stage,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &signal};

    CHECK(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE));
}

/* Each wait is for what was submitted before it, so it works too if all queues are one. */
static void submit_scatter(const struct simulation *s, uint64_t n)
{
    submit(s->gpu->main.handle, s->frames[n % FRAMES_IN_FLIGHT].scatter, s->scanned, s->scattered,
           n + 1);
}

void simulation_frame(struct simulation *s)
{
    const uint64_t n = s->next++;
    struct frame *frame = &s->frames[n % FRAMES_IN_FLIGHT];

    /* The last use of this frame's objects ended with a scatter, three frames ago. */
    const uint64_t ended = n < FRAMES_IN_FLIGHT ? 0 : n - FRAMES_IN_FLIGHT + 1;
    const VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &s->scattered,
                                      .pValues = &ended};
    CHECK(vkWaitSemaphores(s->gpu->device, &wait, UINT64_MAX));
    CHECK(vkResetCommandPool(s->gpu->device, frame->main_pool, 0));
    CHECK(vkResetCommandPool(s->gpu->device, frame->async_pool, 0));

    record_move(s, frame);
    record_scan(s, frame);
    record_scatter(s, frame);
    submit(s->gpu->main.handle, frame->move, VK_NULL_HANDLE, s->moved, n + 1);
    submit(s->gpu->async.handle, frame->scan, s->moved, s->scanned, n + 1);
    if (n > 0)
        submit_scatter(s, n - 1);
    galaxies_move(&s->galaxies, STEP);
}

/* Submits the rest of a recording that is done once, and waits for it. */
static void finish_once(const struct queue *queue, VkCommandBuffer commands)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};

    CHECK(vkEndCommandBuffer(commands));
    CHECK(vkQueueSubmit(queue->handle, 1, &info, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue->handle));
}

/* What vkscan wants zeroed before the first run, on the queue that the runs are on. */
static void zero_scratch(const struct simulation *s, const struct frame *frame)
{
    vkscan_plan_info info;

    vkscan_plan_get_info(s->plan, &info);
    if (info.scratch_zeroed == 0)
        return;
    begin(frame->scan);
    vkCmdFillBuffer(frame->scan, frame->scratch.handle, 0, info.scratch_zeroed, 0);
    barrier(frame->scan, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    finish_once(&s->gpu->async, frame->scan);
}

/* The first frame starts from what the last of the ring would have left. */
void simulation_upload(struct simulation *s)
{
    const struct frame *last = &s->frames[FRAMES_IN_FLIGHT - 1];
    const VkBufferCopy all = {.size = last->particles.size};

    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        zero_scratch(s, &s->frames[i]);
    galaxies_create(&s->galaxies, s->staging.mapped, s->particles);
    begin(last->move);
    vkCmdCopyBuffer(last->move, s->staging.handle, last->particles.handle, 1, &all);
    barrier(last->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    finish_once(&s->gpu->main, last->move);
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
    begin(last->move);
    barrier(last->move, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
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
    barrier(last->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    finish_once(&s->gpu->main, last->move);
    return snapshot;
}
