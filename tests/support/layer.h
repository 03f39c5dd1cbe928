/* SPDX-License-Identifier: MIT */
/* What every layer of Vulkan of the tests has: its place in the chain, and what the loader looks
 * for. */
#ifndef LAYER_H
#define LAYER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <vulkan/vk_layer.h>

struct wrapped {
    const char *name;
    PFN_vkVoidFunction function;
};

#define WRAPPED(name, function)                                                                    \
    {                                                                                              \
        name, (PFN_vkVoidFunction)function                                                         \
    }

static inline PFN_vkVoidFunction layer_find(const struct wrapped *rows, size_t count,
                                            const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].function;
    return NULL;
}

/* The next layer's, or the loader's; of an instance once it is created. There is one at a time. */
static PFN_vkGetInstanceProcAddr layer_next;

static VKAPI_ATTR VkResult VKAPI_CALL layer_create_instance(const VkInstanceCreateInfo *info,
                                                            const VkAllocationCallbacks *allocator,
                                                            VkInstance *out)
{
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)(uintptr_t)info->pNext;

    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)(uintptr_t)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    layer_next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    return ((PFN_vkCreateInstance)layer_next(VK_NULL_HANDLE, "vkCreateInstance"))(info, allocator,
                                                                                  out);
}

/* Defines what the loader looks for; NULL for a device's functions has it call past the layer. */
#define LAYER(instance_function, device_function)                                                  \
    VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(                         \
        VkNegotiateLayerInterface *with)                                                           \
    {                                                                                              \
        with->loaderLayerInterfaceVersion = 2;                                                     \
        with->pfnGetInstanceProcAddr = instance_function;                                          \
        with->pfnGetDeviceProcAddr = device_function;                                              \
        with->pfnGetPhysicalDeviceProcAddr = NULL;                                                 \
        return VK_SUCCESS;                                                                         \
    }

#endif
