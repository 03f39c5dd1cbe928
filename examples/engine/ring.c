/* SPDX-License-Identifier: MIT */
#include "ring.h"

#include "progress.h"
#include "timer.h"

void ring_create(struct ring *ring, const struct gpu *gpu)
{
    *ring = (struct ring){.gpu = gpu, .complete = gpu_create_timeline(gpu)};
    for (uint32_t i = 0; i < RING_FRAMES; i++) {
        ring->pools[i] = gpu_create_pool(gpu, &gpu->main);
        ring->commands[i] = gpu_create_commands(gpu, ring->pools[i]);
    }
}

void ring_destroy(const struct ring *ring)
{
    for (uint32_t i = 0; i < RING_FRAMES; i++)
        vkDestroyCommandPool(ring->gpu->device, ring->pools[i], NULL);
    vkDestroySemaphore(ring->gpu->device, ring->complete, NULL);
}

VkCommandBuffer ring_begin(struct ring *ring)
{
    const uint32_t i = ring->next % RING_FRAMES;

    if (ring->next == 0)
        ring->start = timer_now();
    progress_show(ring->next, 0);
    if (ring->next >= RING_FRAMES)
        gpu_wait(ring->gpu, ring->complete, ring->next - RING_FRAMES + 1);
    CHECK(vkResetCommandPool(ring->gpu->device, ring->pools[i], 0));
    gpu_begin(ring->commands[i]);
    return ring->commands[i];
}

void ring_submit(struct ring *ring)
{
    const VkCommandBuffer commands = ring->commands[ring->next % RING_FRAMES];

    CHECK(vkEndCommandBuffer(commands));
    gpu_submit(&ring->gpu->main, commands, VK_NULL_HANDLE, ring->complete, ++ring->next);
}

VkCommandBuffer ring_idle(struct ring *ring)
{
    CHECK(vkDeviceWaitIdle(ring->gpu->device));
    progress_end();
    if (ring->next > 0)
        ring->milliseconds = (timer_now() - ring->start) / (double)ring->next;
    CHECK(vkResetCommandPool(ring->gpu->device, ring->pools[0], 0));
    return ring->commands[0];
}
