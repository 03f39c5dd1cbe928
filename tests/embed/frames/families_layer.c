/* SPDX-License-Identifier: MIT */
/*
 * A Vulkan layer that gives a device with one queue two of them, of two families: its own, and one
 * that only computes. Both lead to the device's queue, in the order of submission. Below the
 * validation layer it makes that check queue family ownership transfers, and it counts them itself:
 * a device is destroyed with a message and abort() unless each direction had a transfer, and as
 * many releases as acquires.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../support/layer.h"

#define MAX_POOLS 16
#define MAX_COMMANDS 64
#define SECOND_FAMILY 1

/* The second queue. The loader and other layers find their functions by its first word. */
static struct {
    void *dispatch;
} second_queue;

static VkQueue first_queue;
/* Those of the instance are asked for while it is created: later the loader answers with those of
 * the first layer. */
static PFN_vkCreateDevice next_create_device;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties2 next_get_families;
static PFN_vkGetDeviceProcAddr get_next_of_device;
static VkDevice device;

/* Of the second family; whatever is in none of these is of the first. */
static VkCommandPool pools[MAX_POOLS];
static VkCommandBuffer commands_of_second[MAX_COMMANDS];
static uint32_t pool_count, command_count;

/* By the family that gives the buffer away. */
static unsigned releases[2], acquires[2];

#define NEXT(name) ((PFN_##name)get_next_of_device(device, #name))

static VkQueue device_queue(VkQueue queue)
{
    return queue == (VkQueue)&second_queue ? first_queue : queue;
}

static VKAPI_ATTR void VKAPI_CALL get_families_2(VkPhysicalDevice physical, uint32_t *count,
                                                 VkQueueFamilyProperties2 *families)
{
    uint32_t one = 1;

    if (families && *count > SECOND_FAMILY) {
        next_get_families(physical, &one, families);
        families[SECOND_FAMILY].queueFamilyProperties = families[0].queueFamilyProperties;
        families[SECOND_FAMILY].queueFamilyProperties.queueFlags =
            VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    }
    *count = 2;
}

static VKAPI_ATTR void VKAPI_CALL get_families(VkPhysicalDevice physical, uint32_t *count,
                                               VkQueueFamilyProperties *families)
{
    VkQueueFamilyProperties2 both[2] = {
        {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2},
        {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2},
    };
    uint32_t two = 2;

    get_families_2(physical, &two, both);
    for (uint32_t i = 0; families && i < two && i < *count; i++)
        families[i] = both[i].queueFamilyProperties;
    *count = two;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pool(VkDevice of, const VkCommandPoolCreateInfo *info,
                                                  const VkAllocationCallbacks *allocator,
                                                  VkCommandPool *out)
{
    VkCommandPoolCreateInfo first = *info;

    first.queueFamilyIndex = 0;
    const VkResult result = NEXT(vkCreateCommandPool)(of, &first, allocator, out);
    if (result == VK_SUCCESS && info->queueFamilyIndex == SECOND_FAMILY && pool_count < MAX_POOLS)
        pools[pool_count++] = *out;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_commands(VkDevice of,
                                                      const VkCommandBufferAllocateInfo *info,
                                                      VkCommandBuffer *out)
{
    const VkResult result = NEXT(vkAllocateCommandBuffers)(of, info, out);

    for (uint32_t p = 0; result == VK_SUCCESS && p < pool_count; p++)
        for (uint32_t i = 0; pools[p] == info->commandPool && i < info->commandBufferCount; i++)
            if (command_count < MAX_COMMANDS)
                commands_of_second[command_count++] = out[i];
    return result;
}

static uint32_t family_of(VkCommandBuffer commands)
{
    for (uint32_t i = 0; i < command_count; i++)
        if (commands_of_second[i] == commands)
            return SECOND_FAMILY;
    return 0;
}

static VKAPI_ATTR void VKAPI_CALL
pipeline_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                 VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier *memory,
                 uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
                 const VkImageMemoryBarrier *images)
{
    for (uint32_t i = 0; i < buffer_count; i++) {
        const uint32_t giver = buffers[i].srcQueueFamilyIndex;
        if (giver != buffers[i].dstQueueFamilyIndex)
            (family_of(commands) == giver ? releases : acquires)[giver]++;
    }
    NEXT(vkCmdPipelineBarrier)
    (commands, from, to, flags, memory_count, memory, buffer_count, buffers, image_count, images);
}

static VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice of, uint32_t family, uint32_t index,
                                            VkQueue *queue)
{
    NEXT(vkGetDeviceQueue)(of, 0, index, &first_queue);
    *queue = family == SECOND_FAMILY ? (VkQueue)&second_queue : first_queue;
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *submits, VkFence fence)
{
    return NEXT(vkQueueSubmit)(device_queue(queue), count, submits, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_idle(VkQueue queue)
{
    return NEXT(vkQueueWaitIdle)(device_queue(queue));
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice of,
                                                 const VkAllocationCallbacks *allocator)
{
    for (uint32_t family = 0; family < 2; family++)
        if (releases[family] == 0 || releases[family] != acquires[family]) {
            fprintf(stderr, "family %u gave %u times, the other took %u times\n", family,
                    releases[family], acquires[family]);
            abort();
        }
    NEXT(vkDestroyDevice)(of, allocator);
}

/* ---- the layer ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *out)
{
    const VkResult result = layer_create_instance(info, allocator, out);

    if (result == VK_SUCCESS) {
        next_create_device = (PFN_vkCreateDevice)layer_next(*out, "vkCreateDevice");
        next_get_families = (PFN_vkGetPhysicalDeviceQueueFamilyProperties2)layer_next(
            *out, "vkGetPhysicalDeviceQueueFamilyProperties2");
    }
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *out)
{
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)(uintptr_t)info->pNext;
    VkDeviceCreateInfo one_queue = *info;

    while (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
           link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerDeviceCreateInfo *)(uintptr_t)link->pNext;
    get_next_of_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    one_queue.queueCreateInfoCount = 1;
    const VkResult result = next_create_device(physical, &one_queue, allocator, out);
    device = result == VK_SUCCESS ? *out : VK_NULL_HANDLE;
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice of, const char *name)
{
    static const struct wrapped rows[] = {
        WRAPPED("vkGetDeviceProcAddr", get_device_function),
        WRAPPED("vkCreateCommandPool", create_pool),
        WRAPPED("vkAllocateCommandBuffers", create_commands),
        WRAPPED("vkCmdPipelineBarrier", pipeline_barrier),
        WRAPPED("vkGetDeviceQueue", get_queue),
        WRAPPED("vkQueueSubmit", submit),
        WRAPPED("vkQueueWaitIdle", wait_idle),
        WRAPPED("vkDestroyDevice", destroy_device),
    };
    const PFN_vkVoidFunction found = layer_find(rows, sizeof(rows) / sizeof(rows[0]), name);

    return found || !of ? found : get_next_of_device(of, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance of, const char *name)
{
    static const struct wrapped rows[] = {
        WRAPPED("vkGetInstanceProcAddr", get_function),
        WRAPPED("vkCreateInstance", create_instance),
        WRAPPED("vkCreateDevice", create_device),
        WRAPPED("vkGetPhysicalDeviceQueueFamilyProperties", get_families),
        WRAPPED("vkGetPhysicalDeviceQueueFamilyProperties2", get_families_2),
        WRAPPED("vkGetPhysicalDeviceQueueFamilyProperties2KHR", get_families_2),
    };
    PFN_vkVoidFunction found = layer_find(rows, sizeof(rows) / sizeof(rows[0]), name);

    if (!found)
        found = get_device_function(VK_NULL_HANDLE, name);
    return found || !layer_next ? found : layer_next(of, name);
}

LAYER(get_function, get_device_function)
