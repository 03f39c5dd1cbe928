/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include <string.h>

#define BLOCK_SIZE ((VkDeviceSize)16 << 20)

/* Vulkan promises a type that is mapped and coherent, and one that is device-local. */
uint32_t gpu_memory_type(const struct gpu *gpu, uint32_t allowed, enum gpu_memory memory)
{
    const VkMemoryPropertyFlags wanted =
        memory == GPU_MEMORY_DEVICE
            ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
            : VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;

    while (!(allowed & 1u << type) ||
           (gpu->memory.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++;
    return type;
}

static struct block *create_block(struct gpu *gpu, uint32_t type, VkDeviceSize size, bool mapped)
{
    if (gpu->block_count == MAX_BLOCKS)
        gpu_fail("out of memory blocks");
    struct block *block = &gpu->blocks[gpu->block_count++];
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = gpu->options.addresses ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0};
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &flags,
                                       .allocationSize = size,
                                       .memoryTypeIndex = type};

    *block = (struct block){.size = size, .type = type};
    const VkResult allocated = vkAllocateMemory(gpu->device, &info, NULL, &block->memory);
    if (allocated == VK_ERROR_OUT_OF_DEVICE_MEMORY || allocated == VK_ERROR_OUT_OF_HOST_MEMORY)
        gpu_fail("out of memory: take less");
    CHECK(allocated);
    if (mapped)
        CHECK(
            vkMapMemory(gpu->device, block->memory, 0, VK_WHOLE_SIZE, 0, (void **)&block->mapped));
    return block;
}

/* A block with room behind what is used already; block->used is then where that begins. */
static struct block *find_block(struct gpu *gpu, const VkMemoryRequirements *needs,
                                enum gpu_memory memory)
{
    const uint32_t type = gpu_memory_type(gpu, needs->memoryTypeBits, memory);
    const bool mapped = memory == GPU_MEMORY_HOST;

    for (uint32_t i = 0; i < gpu->block_count; i++) {
        struct block *block = &gpu->blocks[i];
        const VkDeviceSize start = (block->used + needs->alignment - 1) & ~(needs->alignment - 1);
        if (block->type == type && (block->mapped != NULL) == mapped &&
            start + needs->size <= block->size) {
            block->used = start;
            return block;
        }
    }
    return create_block(gpu, type, needs->size > BLOCK_SIZE ? needs->size : BLOCK_SIZE, mapped);
}

struct buffer gpu_create_buffer(struct gpu *gpu, VkDeviceSize size, enum gpu_memory memory)
{
    /* Every use that there is in the examples: what is not used costs nothing. */
    const VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
        (gpu->options.addresses ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0);
    /* VK_SHARING_MODE_EXCLUSIVE, so with ownership transfers; concurrent access by two families may
     * cost compression or caching on some devices. */
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    struct buffer buffer = {.size = size};
    VkMemoryRequirements needs;

    if (gpu->buffer_count == MAX_BUFFERS)
        gpu_fail("too many buffers");
    CHECK(vkCreateBuffer(gpu->device, &info, NULL, &buffer.handle));
    gpu->buffers[gpu->buffer_count++] = buffer.handle;
    vkGetBufferMemoryRequirements(gpu->device, buffer.handle, &needs);
    struct block *block = find_block(gpu, &needs, memory);
    CHECK(vkBindBufferMemory(gpu->device, buffer.handle, block->memory, block->used));
    if (block->mapped)
        buffer.mapped = block->mapped + block->used;
    if (gpu->options.addresses) {
        const VkBufferDeviceAddressInfo of = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                              .buffer = buffer.handle};
        buffer.address = vkGetBufferDeviceAddress(gpu->device, &of);
    }
    block->used += needs.size;
    return buffer;
}

void gpu_free_memory(struct gpu *gpu)
{
    for (uint32_t i = 0; i < gpu->buffer_count; i++)
        vkDestroyBuffer(gpu->device, gpu->buffers[i], NULL);
    for (uint32_t i = 0; i < gpu->block_count; i++)
        vkFreeMemory(gpu->device, gpu->blocks[i].memory, NULL);
}

const void *gpu_read_back(VkCommandBuffer commands, const struct buffer *buffer,
                          const struct buffer *staging, VkDeviceSize *used)
{
    const VkBufferCopy all = {.dstOffset = *used, .size = buffer->size};
    const char *mapped = staging->mapped;

    vkCmdCopyBuffer(commands, buffer->handle, staging->handle, 1, &all);
    *used += buffer->size;
    return mapped + all.dstOffset;
}

void gpu_begin_read_back(VkCommandBuffer commands)
{
    gpu_begin(commands);
    gpu_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
}

/* Waiting for a queue does not make writes visible to the host. */
void gpu_end_read_back(const struct queue *queue, VkCommandBuffer commands)
{
    gpu_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    gpu_run(queue, commands);
}

void gpu_upload(const struct queue *queue, VkCommandBuffer commands, const void *bytes,
                VkDeviceSize size, const struct buffer *staging, const struct buffer *buffer)
{
    const VkBufferCopy all = {.size = size};

    memcpy(staging->mapped, bytes, size);
    gpu_begin(commands);
    vkCmdCopyBuffer(commands, staging->handle, buffer->handle, 1, &all);
    gpu_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    gpu_run(queue, commands);
}
