/* SPDX-License-Identifier: MIT */
/* Vulkan's functions as an engine with a loader of its own has them: a library opened at run time,
 * and a vkGetInstanceProcAddr in front of its. */
#ifndef OWN_H
#define OWN_H

#include <dlfcn.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#define OWN_FUNCTIONS(X)                                                                           \
    X(vkAllocateCommandBuffers)                                                                    \
    X(vkAllocateMemory)                                                                            \
    X(vkBeginCommandBuffer)                                                                        \
    X(vkBindBufferMemory)                                                                          \
    X(vkCmdPipelineBarrier)                                                                        \
    X(vkCreateBuffer)                                                                              \
    X(vkCreateCommandPool)                                                                         \
    X(vkCreateDevice)                                                                              \
    X(vkDestroyBuffer)                                                                             \
    X(vkDestroyCommandPool)                                                                        \
    X(vkDestroyDevice)                                                                             \
    X(vkDestroyInstance)                                                                           \
    X(vkEndCommandBuffer)                                                                          \
    X(vkEnumeratePhysicalDevices)                                                                  \
    X(vkFreeMemory)                                                                                \
    X(vkGetBufferMemoryRequirements)                                                               \
    X(vkGetDeviceQueue)                                                                            \
    X(vkGetPhysicalDeviceMemoryProperties)                                                         \
    X(vkGetPhysicalDeviceQueueFamilyProperties)                                                    \
    X(vkMapMemory)                                                                                 \
    X(vkQueueSubmit)                                                                               \
    X(vkQueueWaitIdle)

#define OWN_DEFINE(name) static PFN_##name name;
#define OWN_LOAD(name) name = (PFN_##name)own_get_proc_addr(instance, #name);

OWN_FUNCTIONS(OWN_DEFINE)
static PFN_vkCreateInstance vkCreateInstance;
static PFN_vkGetInstanceProcAddr own_next;

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL own_get_proc_addr(VkInstance instance,
                                                                  const char *name)
{
    return own_next(instance, name);
}

static PFN_vkGetInstanceProcAddr own_open(void)
{
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;

    if (!symbol)
        exit(77);
    memcpy(&own_next, &symbol, sizeof(symbol));
    vkCreateInstance = (PFN_vkCreateInstance)own_get_proc_addr(NULL, "vkCreateInstance");
    return own_get_proc_addr;
}

static void own_load(VkInstance instance)
{
    OWN_FUNCTIONS(OWN_LOAD)
}

#endif
