/* SPDX-License-Identifier: MIT */
/* Buffers and copies of gpu.h. */
#include "gpu.h"
#include "parallel.h"

#define STAGING_SIZE (64u << 20)

static uint32_t find_memory(const struct gpu *gpu, uint32_t types, VkMemoryPropertyFlags needed)
{
    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++)
        if (types & 1u << i && (gpu->memory.memoryTypes[i].propertyFlags & needed) == needed)
            return i;
    return UINT32_MAX;
}

bool gpu_buffer_create(struct gpu *gpu, VkDeviceSize size, enum gpu_memory memory,
                       struct gpu_buffer *out)
{
    /* Memory properties, in order of preference. */
    static const VkMemoryPropertyFlags wishes[][2] = {
        [GPU_MEMORY_DEVICE] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
        [GPU_MEMORY_UPLOAD] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                   VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                               VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                   VK_MEMORY_PROPERTY_HOST_COHERENT_BIT},
        [GPU_MEMORY_READBACK] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                     VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                     VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                 VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                     VK_MEMORY_PROPERTY_HOST_COHERENT_BIT},
    };
    const bool addresses = gpu->features.buffer_device_address.bufferDeviceAddress;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 (addresses ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0),
    };
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    VkMemoryRequirements needs;
    struct gpu_buffer buffer = {.size = size};

    memset(out, 0, sizeof(*out));
    GPU_CHECK(gpu, vkCreateBuffer(gpu->device, &info, NULL, &buffer.buffer));
    vkGetBufferMemoryRequirements(gpu->device, buffer.buffer, &needs);
    uint32_t type = find_memory(gpu, needs.memoryTypeBits, wishes[memory][0]);
    if (type == UINT32_MAX)
        type = find_memory(gpu, needs.memoryTypeBits, wishes[memory][1]);
    const VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = addresses ? &flags : NULL,
        .allocationSize = needs.size,
        .memoryTypeIndex = type,
    };
    if (type == UINT32_MAX ||
        vkAllocateMemory(gpu->device, &allocation, NULL, &buffer.memory) != VK_SUCCESS ||
        vkBindBufferMemory(gpu->device, buffer.buffer, buffer.memory, 0) != VK_SUCCESS ||
        (memory != GPU_MEMORY_DEVICE && vkMapMemory(gpu->device, buffer.memory, 0, VK_WHOLE_SIZE, 0,
                                                    &buffer.mapped) != VK_SUCCESS)) {
        gpu_buffer_destroy(gpu, &buffer);
        return gpu_fail(gpu, "%s cannot allocate a buffer of %llu bytes",
                        gpu->properties.deviceName, (unsigned long long)size);
    }
    if (addresses)
        buffer.address = vkGetBufferDeviceAddressKHR(
            gpu->device, &(VkBufferDeviceAddressInfo){
                             .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                             .buffer = buffer.buffer,
                         });
    *out = buffer;
    return true;
}

void gpu_buffer_destroy(struct gpu *gpu, struct gpu_buffer *buffer)
{
    if (gpu->device) {
        vkDestroyBuffer(gpu->device, buffer->buffer, NULL);
        vkFreeMemory(gpu->device, buffer->memory, NULL);
    }
    memset(buffer, 0, sizeof(*buffer));
}

vkscan_buffer gpu_range(const struct gpu_buffer *buffer, VkDeviceSize offset, VkDeviceSize size)
{
    return (vkscan_buffer){
        .buffer = buffer->buffer, .offset = offset, .size = size, .address = buffer->address};
}

enum direction { TO_DEVICE, FROM_DEVICE };

static bool copy_now(struct gpu *gpu, VkBuffer from, VkDeviceSize from_offset, VkBuffer to,
                     VkDeviceSize to_offset, VkDeviceSize size)
{
    VkCommandBuffer commands = gpu_begin(gpu);

    if (!commands)
        return false;
    gpu_barrier(commands);
    vkCmdCopyBuffer(
        commands, from, to, 1,
        &(VkBufferCopy){.srcOffset = from_offset, .dstOffset = to_offset, .size = size});
    gpu_barrier(commands);
    gpu_host_barrier(commands);
    return gpu_submit(gpu, commands);
}

/* Copies in pieces through a staging buffer of fixed size. */
static bool transfer(struct gpu *gpu, const struct gpu_buffer *buffer, VkDeviceSize offset,
                     char *data, VkDeviceSize size, enum direction direction)
{
    const VkDeviceSize piece = size < STAGING_SIZE ? size : STAGING_SIZE;
    struct gpu_buffer staging;
    bool ok = true;

    if (size == 0)
        return true;
    if (!gpu_buffer_create(
            gpu, piece, direction == TO_DEVICE ? GPU_MEMORY_UPLOAD : GPU_MEMORY_READBACK, &staging))
        return false;
    for (VkDeviceSize done = 0; ok && done < size; done += piece) {
        const VkDeviceSize bytes = size - done < piece ? size - done : piece;
        if (direction == TO_DEVICE) {
            parallel_copy(staging.mapped, data + done, bytes);
            ok = copy_now(gpu, staging.buffer, 0, buffer->buffer, offset + done, bytes);
        } else {
            ok = copy_now(gpu, buffer->buffer, offset + done, staging.buffer, 0, bytes);
            if (ok)
                parallel_copy(data + done, staging.mapped, bytes);
        }
    }
    gpu_buffer_destroy(gpu, &staging);
    return ok;
}

bool gpu_upload(struct gpu *gpu, const struct gpu_buffer *to, VkDeviceSize offset, const void *data,
                VkDeviceSize size)
{
    return transfer(gpu, to, offset, (char *)(uintptr_t)data, size, TO_DEVICE);
}

bool gpu_download(struct gpu *gpu, const struct gpu_buffer *from, VkDeviceSize offset, void *data,
                  VkDeviceSize size)
{
    return transfer(gpu, from, offset, data, size, FROM_DEVICE);
}

bool gpu_fill(struct gpu *gpu, const struct gpu_buffer *buffer, VkDeviceSize offset,
              VkDeviceSize size, uint32_t word)
{
    if (size == 0)
        return true;
    VkCommandBuffer commands = gpu_begin(gpu);
    if (!commands)
        return false;
    vkCmdFillBuffer(commands, buffer->buffer, offset, size, word);
    gpu_barrier(commands);
    return gpu_submit(gpu, commands);
}
