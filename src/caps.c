/* SPDX-License-Identifier: MIT */
#include "caps.h"

#include <string.h>

#include "host.h"

static const VkSubgroupFeatureFlags subgroup_operations =
    VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
    VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT |
    VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static VkResult find_extension(const struct vk *vk, const vkscan_context_params *params,
                               const char *name, bool *found)
{
    const VkPhysicalDevice device = params->physical_device;
    uint32_t count = 0;

    *found = false;
    VkResult result = vk->EnumerateDeviceExtensionProperties(device, NULL, &count, NULL);
    if (result != VK_SUCCESS || count == 0)
        return result;
    VkExtensionProperties *extensions =
        vks_host_allocate(params->allocator, count * sizeof(*extensions));
    if (!extensions)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = vk->EnumerateDeviceExtensionProperties(device, NULL, &count, extensions);
    for (uint32_t i = 0; i < count && result >= 0; i++)
        *found = *found || strcmp(extensions[i].extensionName, name) == 0;
    vks_host_free(params->allocator, extensions);
    return result < 0 ? result : VK_SUCCESS;
}

/* The features that vkscan would use and the device has. */
static VkResult probe_features(const struct vk *vk, const vkscan_context_params *params,
                               vkscan_device_info *info)
{
    bool found;

    memset(info, 0, sizeof(*info));
    info->features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    info->subgroup_size_control.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    const VkResult result =
        find_extension(vk, params, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, &found);
    if (result != VK_SUCCESS || !found ||
        params->ignored_capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL)
        return result;

    VkPhysicalDeviceFeatures2 supported = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &info->subgroup_size_control,
    };
    vk->GetPhysicalDeviceFeatures2(params->physical_device, &supported);
    info->extensions[info->extension_count++] = VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME;
    info->features.pNext = &info->subgroup_size_control;
    return VK_SUCCESS;
}

/* Whether a chain of feature structures enables subgroup size control with full subgroups. */
static bool size_control_enabled(const void *chain)
{
    for (const VkBaseInStructure *s = chain; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) {
            const VkPhysicalDeviceSubgroupSizeControlFeatures *f = (const void *)s;
            return f->subgroupSizeControl && f->computeFullSubgroups;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            const VkPhysicalDeviceVulkan13Features *f = (const void *)s;
            return f->subgroupSizeControl && f->computeFullSubgroups;
        }
    }
    return false;
}

VkResult vks_caps_probe(const struct vk *vk, const vkscan_context_params *params,
                        vkscan_device_info *info, struct caps *caps)
{
    VkPhysicalDeviceSubgroupSizeControlProperties size_control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
    };
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &subgroup,
    };
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;

    const VkResult result = probe_features(vk, params, info);
    if (result != VK_SUCCESS)
        return result;
    const bool size_control_usable =
        size_control_enabled(params->device ? params->enabled_features : &info->features);
    if (size_control_usable)
        subgroup.pNext = &size_control;
    vk->GetPhysicalDeviceProperties2(params->physical_device, &properties);

    const uint32_t version = properties.properties.apiVersion;
    *caps = (struct caps){
        .subgroup_size = version >= VK_API_VERSION_1_1 ? subgroup.subgroupSize : 0,
        .max_subgroups = size_control.maxComputeWorkgroupSubgroups,
        .max_workgroup_size =
            min_u32(limits->maxComputeWorkGroupInvocations, limits->maxComputeWorkGroupSize[0]),
        .max_workgroup_count = limits->maxComputeWorkGroupCount[0],
        .shared_memory = limits->maxComputeSharedMemorySize,
        .max_range = limits->maxStorageBufferRange,
        .range_alignment = (uint32_t)limits->minStorageBufferOffsetAlignment,
        .vendor_id = properties.properties.vendorID,
    };
    if (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT &&
        (subgroup.supportedOperations & subgroup_operations) == subgroup_operations)
        caps->capabilities |= VKSCAN_CAPABILITY_SUBGROUPS;
    if (size_control_usable &&
        size_control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT)
        caps->capabilities |= VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL;
    caps->capabilities &= ~params->ignored_capabilities;

    info->capabilities = caps->capabilities;
    info->subgroup_size = caps->subgroup_size;
    info->max_workgroup_size = caps->max_workgroup_size;
    info->max_buffer_size = caps->max_range;
    return VK_SUCCESS;
}
