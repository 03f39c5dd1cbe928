/* SPDX-License-Identifier: MIT */
/* The common part of the tests' Vulkan layers: their place in the chain of layers, and the function
 * that the loader looks for. */
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

/* The function of the next layer, or of the loader. It is set when an instance is created; there is
 * one instance at a time. */
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

/* Defines the function that the loader looks for. If device_function is NULL, the loader calls past
 * the layer for functions of devices. */
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
