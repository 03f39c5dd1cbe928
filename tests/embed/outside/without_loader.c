/* SPDX-License-Identifier: MIT */
/*
 * examples/embed.c without the loader's library: it has Vulkan's functions from volk (WITH_VOLK),
 * or as an engine with a loader of its own has them, from a library that is opened at run time, by
 * a vkGetInstanceProcAddr in front of its.
 */
#ifdef WITH_VOLK
#define VOLK_IMPLEMENTATION
#include <volk.h>

#define open_library volkInitialize
#define load_functions volkLoadInstance
#else
#include <dlfcn.h>
#include <string.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#define FUNCTIONS(X)                                                                               \
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
#define DEFINE(name) static PFN_##name name;
#define LOAD(name) name = (PFN_##name)vkGetInstanceProcAddr(instance, #name);

FUNCTIONS(DEFINE)
static PFN_vkCreateInstance vkCreateInstance;
static PFN_vkGetInstanceProcAddr library_function;

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                      const char *name)
{
    return library_function(instance, name);
}

static VkResult open_library(void)
{
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;

    if (!symbol)
        return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(&library_function, &symbol, sizeof(symbol));
    vkCreateInstance = (PFN_vkCreateInstance)vkGetInstanceProcAddr(NULL, "vkCreateInstance");
    return VK_SUCCESS;
}

static void load_functions(VkInstance instance)
{
    FUNCTIONS(LOAD)
}
#endif

static VkResult create_instance(const VkInstanceCreateInfo *info,
                                const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    VkResult result = open_library();

    if (result == VK_SUCCESS)
        result = vkCreateInstance(info, allocator, instance);
    if (result == VK_SUCCESS)
        load_functions(*instance);
    return result;
}

#define vkCreateInstance create_instance
#include "embed.c"
