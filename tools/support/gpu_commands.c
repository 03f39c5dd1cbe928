/* SPDX-License-Identifier: MIT */
/* Command buffers, barriers and timestamps of gpu.h. */
#include "gpu.h"

#define SUBMIT_TIMEOUT_NS 300000000000ull
#define WAIT_NS 200000000ull /* between two calls of gpu->waits() */

VkCommandBuffer gpu_begin(struct gpu *gpu)
{
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->command_pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;

    if (vkAllocateCommandBuffers(gpu->device, &info, &commands) != VK_SUCCESS ||
        vkBeginCommandBuffer(commands, &begin) != VK_SUCCESS) {
        gpu_fail(gpu, "%s gives no command buffer", gpu->properties.deviceName);
        return VK_NULL_HANDLE;
    }
    return commands;
}

bool gpu_start(struct gpu *gpu, VkCommandBuffer commands)
{
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    GPU_CHECK(gpu, vkEndCommandBuffer(commands));
    GPU_CHECK(gpu, vkQueueSubmit(gpu->queue, 1, &submit, gpu->fence));
    return true;
}

bool gpu_wait(struct gpu *gpu, VkCommandBuffer commands)
{
    const uint64_t each = gpu->waits ? WAIT_NS : SUBMIT_TIMEOUT_NS;
    VkResult result = VK_TIMEOUT;

    for (uint64_t time = 0; result == VK_TIMEOUT && time < SUBMIT_TIMEOUT_NS; time += each) {
        result = vkWaitForFences(gpu->device, 1, &gpu->fence, VK_TRUE, each);
        if (result == VK_TIMEOUT && gpu->waits)
            gpu->waits();
    }
    if (result != VK_SUCCESS)
        return gpu_fail(gpu, "vkWaitForFences failed with VkResult %d", (int)result);
    GPU_CHECK(gpu, vkResetFences(gpu->device, 1, &gpu->fence));
    vkFreeCommandBuffers(gpu->device, gpu->command_pool, 1, &commands);
    return true;
}

bool gpu_submit(struct gpu *gpu, VkCommandBuffer commands)
{
    return gpu_start(gpu, commands) && gpu_wait(gpu, commands);
}

void gpu_barrier(VkCommandBuffer commands)
{
    const VkPipelineStageFlags stages =
        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                         VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, stages, stages, 0, 1, &barrier, 0, NULL, 0, NULL);
}

void gpu_host_barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
}

void gpu_compute_barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

void gpu_timer_reset(struct gpu *gpu, VkCommandBuffer commands)
{
    if (gpu->timer)
        vkCmdResetQueryPool(commands, gpu->timer, 0, GPU_TIMER_SLOTS);
}

void gpu_timer_mark(struct gpu *gpu, VkCommandBuffer commands, uint32_t slot)
{
    if (gpu->timer)
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, gpu->timer, slot);
}

static bool read_timer(struct gpu *gpu, uint32_t slot, uint64_t *ticks)
{
    GPU_CHECK(gpu, vkGetQueryPoolResults(gpu->device, gpu->timer, slot, 1, sizeof(*ticks), ticks,
                                         sizeof(*ticks),
                                         VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    return true;
}

bool gpu_timer_ms(struct gpu *gpu, uint32_t first_slot, uint32_t last_slot, double *ms)
{
    const uint64_t mask =
        gpu->timestamp_bits >= 64 ? UINT64_MAX : (1ull << gpu->timestamp_bits) - 1;
    uint64_t first, last;

    if (!gpu->timer)
        return gpu_fail(gpu, "%s has no timestamps on its compute queue",
                        gpu->properties.deviceName);
    if (!read_timer(gpu, first_slot, &first) || !read_timer(gpu, last_slot, &last))
        return false;
    *ms = (double)((last - first) & mask) * (double)gpu->properties.limits.timestampPeriod / 1e6;
    return true;
}
