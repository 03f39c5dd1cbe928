/* SPDX-License-Identifier: MIT */
#include "gpu.h"

VkSemaphore gpu_create_timeline(const struct gpu *gpu)
{
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                        .pNext = &type};
    VkSemaphore semaphore;

    CHECK(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    return semaphore;
}

VkCommandPool gpu_create_pool(const struct gpu *gpu, const struct queue *queue)
{
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = queue->family};
    VkCommandPool pool;

    CHECK(vkCreateCommandPool(gpu->device, &info, NULL, &pool));
    return pool;
}

VkCommandBuffer gpu_create_commands(const struct gpu *gpu, VkCommandPool pool)
{
    const VkCommandBufferAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = pool,
                                              .commandBufferCount = 1};
    VkCommandBuffer commands;

    CHECK(vkAllocateCommandBuffers(gpu->device, &info, &commands));
    return commands;
}

void gpu_wait(const struct gpu *gpu, VkSemaphore timeline, uint64_t value)
{
    const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &timeline,
                                      .pValues = &value};

    CHECK(vkWaitSemaphores(gpu->device, &info, UINT64_MAX));
}

void gpu_begin(VkCommandBuffer commands)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};

    CHECK(vkBeginCommandBuffer(commands, &info));
}

void gpu_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                 VkPipelineStageFlags to, VkAccessFlags used)
{
    const VkMemoryBarrier info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = written, .dstAccessMask = used};

    vkCmdPipelineBarrier(commands, from, to, 0, 1, &info, 0, NULL, 0, NULL);
}

/*
 * A transfer is one barrier recorded twice, with a semaphore between the two submissions. Each
 * queue gives its own half of the stages and accesses: what is done there with the buffer. The
 * other half is empty, and the stage there the end of the release, and of the acquire the one in
 * which its submission waits for the semaphore: with an earlier one it would run before the wait.
 *
 * Within a family nothing is transferred, and the semaphore alone makes all that was written before
 * its signal visible to all that comes after the wait.
 */
static void transfer(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                     const struct queue *from, const struct queue *to, VkAccessFlags written,
                     VkPipelineStageFlags stage, VkAccessFlags used)
{
    const VkBufferMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                        .srcAccessMask = written,
                                        .dstAccessMask = used,
                                        .srcQueueFamilyIndex = from->family,
                                        .dstQueueFamilyIndex = to->family,
                                        .buffer = buffer->handle,
                                        .size = VK_WHOLE_SIZE};

    if (from->family != to->family || gpu->options.transfers)
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, stage, 0, 0, NULL, 1,
                             &info, 0, NULL);
}

void gpu_release(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                 const struct queue *from, const struct queue *to)
{
    transfer(gpu, commands, buffer, from, to, VK_ACCESS_SHADER_WRITE_BIT,
             VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0);
}

void gpu_acquire(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                 const struct queue *from, const struct queue *to)
{
    transfer(gpu, commands, buffer, from, to, 0, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
             VK_ACCESS_SHADER_READ_BIT);
}

void gpu_submit(const struct queue *queue, VkCommandBuffer commands, VkSemaphore wait,
                VkSemaphore signal, uint64_t value)
{
    const uint32_t waits = wait != VK_NULL_HANDLE;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT; /* see transfer */
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = waits,
        .pWaitSemaphoreValues = &value,
        .signalSemaphoreValueCount = 1,
        .pSignalSemaphoreValues = &value};
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .pNext = &values,
                               .waitSemaphoreCount = waits,
                               .pWaitSemaphores = &wait,
                               .pWaitDstStageMask = &stage,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &signal};

    CHECK(vkQueueSubmit(queue->handle, 1, &info, VK_NULL_HANDLE));
}

void gpu_run(const struct queue *queue, VkCommandBuffer commands)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};

    CHECK(vkEndCommandBuffer(commands));
    CHECK(vkQueueSubmit(queue->handle, 1, &info, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue->handle));
}
