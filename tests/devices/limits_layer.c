/* SPDX-License-Identifier: MIT */
/*
 * A Vulkan layer that makes a device report no more than Vulkan 1.1 requires, which is what many
 * phones have: workgroups of 128 threads, 16 KiB of shared memory, 4 storage buffers a stage,
 * ranges of 128 MiB, no device extension, no optional feature, and no structure of a later version.
 * What Vulkan 1.1 tells of subgroups stays the device's. Below the validation layer it makes that
 * check against these limits.
 */
#include <stdbool.h>

#include "../support/layer.h"

#define LAYER_NAME "VK_LAYER_VKSCAN_least_limits"

#define LOWER(limit, most) ((limit) = (limit) < (most) ? (limit) : (most))
#define RAISE(limit, least) ((limit) = (limit) > (least) ? (limit) : (least))

static VkInstance instance;

#define NEXT(name) ((PFN_##name)layer_next(instance, #name))

/* ---- structures that Vulkan 1.1 has ---- */

#define MOST_STRUCTURES 64

static bool is_known(VkStructureType type)
{
    static const VkStructureType known[] = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i] == type)
            return true;
    return false;
}

struct chain {
    VkBaseOutStructure *all[MOST_STRUCTURES];
    size_t count;
};

/* Takes what a device of Vulkan 1.1 would leave alone out of the chain behind first. */
static struct chain unlink_unknown(VkBaseOutStructure *first)
{
    struct chain chain = {{first}, 1};
    VkBaseOutStructure *last = first;

    for (VkBaseOutStructure *s = first->pNext; s && chain.count < MOST_STRUCTURES; s = s->pNext)
        chain.all[chain.count++] = s;
    for (size_t i = 1; i < chain.count; i++)
        if (is_known(chain.all[i]->sType)) {
            last->pNext = chain.all[i];
            last = chain.all[i];
        }
    last->pNext = NULL;
    return chain;
}

static void link_again(const struct chain *chain)
{
    for (size_t i = 0; i < chain->count; i++)
        chain->all[i]->pNext = i + 1 < chain->count ? chain->all[i + 1] : NULL;
}

/* ---- what is reported ---- */

static void lower_properties(VkPhysicalDeviceProperties *properties)
{
    VkPhysicalDeviceLimits *limits = &properties->limits;

    if (properties->apiVersion >= VK_API_VERSION_1_2)
        properties->apiVersion = VK_API_VERSION_1_1;
    LOWER(limits->maxComputeSharedMemorySize, 16384);
    LOWER(limits->maxComputeWorkGroupInvocations, 128);
    LOWER(limits->maxComputeWorkGroupSize[0], 128);
    LOWER(limits->maxComputeWorkGroupSize[1], 128);
    LOWER(limits->maxComputeWorkGroupSize[2], 64);
    for (size_t i = 0; i < 3; i++)
        LOWER(limits->maxComputeWorkGroupCount[i], 65535);
    LOWER(limits->maxPerStageDescriptorStorageBuffers, 4);
    LOWER(limits->maxPerStageResources, 128);
    LOWER(limits->maxDescriptorSetStorageBuffers, 24);
    LOWER(limits->maxBoundDescriptorSets, 4);
    LOWER(limits->maxStorageBufferRange, 1u << 27);
    LOWER(limits->maxPushConstantsSize, 128);
    RAISE(limits->minStorageBufferOffsetAlignment, 256);
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device,
                                                 VkPhysicalDeviceProperties *properties)
{
    NEXT(vkGetPhysicalDeviceProperties)(device, properties);
    lower_properties(properties);
}

static VKAPI_ATTR void VKAPI_CALL get_properties_2(VkPhysicalDevice device,
                                                   VkPhysicalDeviceProperties2 *properties)
{
    const struct chain chain = unlink_unknown((VkBaseOutStructure *)(void *)properties);

    NEXT(vkGetPhysicalDeviceProperties2)(device, properties);
    link_again(&chain);
    lower_properties(&properties->properties);
}

static VKAPI_ATTR void VKAPI_CALL get_features(VkPhysicalDevice device,
                                               VkPhysicalDeviceFeatures *features)
{
    (void)device;
    *features = (VkPhysicalDeviceFeatures){.robustBufferAccess = VK_TRUE};
}

static VKAPI_ATTR void VKAPI_CALL get_features_2(VkPhysicalDevice device,
                                                 VkPhysicalDeviceFeatures2 *features)
{
    const struct chain chain = unlink_unknown((VkBaseOutStructure *)(void *)features);

    NEXT(vkGetPhysicalDeviceFeatures2)(device, features);
    link_again(&chain);
    get_features(device, &features->features);
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_extensions(VkPhysicalDevice device,
                                                           const char *layer, uint32_t *count,
                                                           VkExtensionProperties *extensions)
{
    if (layer && strcmp(layer, LAYER_NAME) != 0)
        return NEXT(vkEnumerateDeviceExtensionProperties)(device, layer, count, extensions);
    *count = 0;
    return VK_SUCCESS;
}

/* ---- the layer ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *out)
{
    const VkResult result = layer_create_instance(info, allocator, out);

    instance = result == VK_SUCCESS ? *out : VK_NULL_HANDLE;
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance of, const char *name)
{
    static const struct wrapped rows[] = {
        WRAPPED("vkGetInstanceProcAddr", get_function),
        WRAPPED("vkCreateInstance", create_instance),
        WRAPPED("vkGetPhysicalDeviceProperties", get_properties),
        WRAPPED("vkGetPhysicalDeviceProperties2", get_properties_2),
        WRAPPED("vkGetPhysicalDeviceProperties2KHR", get_properties_2),
        WRAPPED("vkGetPhysicalDeviceFeatures", get_features),
        WRAPPED("vkGetPhysicalDeviceFeatures2", get_features_2),
        WRAPPED("vkGetPhysicalDeviceFeatures2KHR", get_features_2),
        WRAPPED("vkEnumerateDeviceExtensionProperties", enumerate_extensions),
    };
    const PFN_vkVoidFunction found = layer_find(rows, sizeof(rows) / sizeof(rows[0]), name);

    return found || !layer_next ? found : layer_next(of, name);
}

LAYER(get_function, NULL)
