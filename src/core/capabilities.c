/* SPDX-License-Identifier: MIT */
#include "capabilities.h"

#include <string.h>

/* Names an extension to enable, unless the caller ignores what it is for. */
static bool want_extension(const vkscan_context_params *params, bool has, uint32_t capability,
                           const char *name, struct wanted *wanted)
{
    if (!has || params->ignored_capabilities & capability)
        return false;
    wanted->extensions[wanted->extension_count++] = name;
    return true;
}

/* Prepends a feature structure to the chain if it is wanted. */
static void want_features(bool has, void *features, struct wanted *wanted)
{
    VkBaseOutStructure *link = features;

    if (!has)
        return;
    link->pNext = wanted->chain.features.pNext;
    wanted->chain.features.pNext = link;
}

void vks_capabilities_want(const struct vk *vk, const vkscan_context_params *params,
                           const struct extensions *have, struct wanted *wanted)
{
    VkPhysicalDeviceFeatures2 supported = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};

    memset(wanted, 0, sizeof(*wanted));
    wanted->chain.features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    wanted->chain.subgroup_size_control.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    wanted->chain.shader_atomic_int64.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES;
    wanted->chain.buffer_device_address.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
    wanted->chain.pipeline_cache_control.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES;
    want_features(want_extension(params, have->subgroup_size_control,
                                 VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT,
                                 VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, wanted),
                  &wanted->chain.subgroup_size_control, wanted);
    want_features(want_extension(params, have->shader_atomic_int64,
                                 VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
                                 VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME, wanted),
                  &wanted->chain.shader_atomic_int64, wanted);
    want_features(want_extension(params, have->buffer_device_address,
                                 VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
                                 VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, wanted),
                  &wanted->chain.buffer_device_address, wanted);
    want_features(want_extension(params, have->pipeline_cache_control,
                                 VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT,
                                 VK_EXT_PIPELINE_CREATION_CACHE_CONTROL_EXTENSION_NAME, wanted),
                  &wanted->chain.pipeline_cache_control, wanted);
    want_extension(params, have->push_descriptor, VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
                   VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, wanted);
    supported.pNext = wanted->chain.features.pNext;
    vk->GetPhysicalDeviceFeatures2(params->physical_device, &supported);
    wanted->chain.shader_atomic_int64.shaderSharedInt64Atomics = VK_FALSE;
    wanted->chain.buffer_device_address.bufferDeviceAddressCaptureReplay = VK_FALSE;
    wanted->chain.buffer_device_address.bufferDeviceAddressMultiDevice = VK_FALSE;
    wanted->chain.features.features.shaderFloat64 =
        supported.features.shaderFloat64 &&
        !(params->ignored_capabilities & VKSCAN_CAPABILITY_FLOAT64_BIT);
    wanted->chain.features.features.shaderInt64 =
        supported.features.shaderInt64 &&
        wanted->chain.shader_atomic_int64.shaderBufferInt64Atomics;
}

bool vks_capabilities_lack_device_scope(const void *chain)
{
    bool model = false, scope = false;

    for (const VkBaseInStructure *s = chain; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES) {
            const VkPhysicalDeviceVulkanMemoryModelFeatures *f = (const void *)s;
            model |= f->vulkanMemoryModel;
            scope |= f->vulkanMemoryModelDeviceScope;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            const VkPhysicalDeviceVulkan12Features *f = (const void *)s;
            model |= f->vulkanMemoryModel;
            scope |= f->vulkanMemoryModelDeviceScope;
        }
    }
    return model && !scope;
}

uint32_t vks_capabilities_enabled(const void *chain)
{
    bool size_control = false, int64 = false, int64_atomics = false, addresses = false,
         cache_control = false, float64 = false;

    for (const VkBaseInStructure *s = chain; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) {
            const VkPhysicalDeviceSubgroupSizeControlFeatures *f = (const void *)s;
            size_control |= f->subgroupSizeControl && f->computeFullSubgroups;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            const VkPhysicalDeviceVulkan13Features *f = (const void *)s;
            size_control |= f->subgroupSizeControl && f->computeFullSubgroups;
            cache_control |= f->pipelineCreationCacheControl;
        }
        if (s->sType ==
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES) {
            const VkPhysicalDevicePipelineCreationCacheControlFeatures *f = (const void *)s;
            cache_control |= f->pipelineCreationCacheControl;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES) {
            const VkPhysicalDeviceShaderAtomicInt64Features *f = (const void *)s;
            int64_atomics |= f->shaderBufferInt64Atomics;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            const VkPhysicalDeviceVulkan12Features *f = (const void *)s;
            int64_atomics |= f->shaderBufferInt64Atomics;
            addresses |= f->bufferDeviceAddress;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES) {
            const VkPhysicalDeviceBufferDeviceAddressFeatures *f = (const void *)s;
            addresses |= f->bufferDeviceAddress;
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) {
            const VkPhysicalDeviceFeatures2 *f = (const void *)s;
            int64 |= f->features.shaderInt64;
            float64 |= f->features.shaderFloat64;
        }
    }
    return (size_control ? VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT : 0) |
           (int64 && int64_atomics ? VKSCAN_CAPABILITY_INT64_ATOMICS_BIT : 0) |
           (float64 ? VKSCAN_CAPABILITY_FLOAT64_BIT : 0) |
           (cache_control ? VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT : 0) |
           (addresses ? VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT : 0);
}

/*
 * An extension without features. That the device has its function tells nothing: some drivers have
 * one that crashes (GPUOpen-Drivers/AMD-Gfx-Drivers issue 55).
 */
bool vks_capabilities_have_push_descriptors(const vkscan_context_params *params,
                                            const struct extensions *have)
{
    bool enabled = !params->device;

    for (uint32_t i = 0; i < params->enabled_extension_count && params->enabled_extensions; i++)
        enabled |=
            strcmp(params->enabled_extensions[i], VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) == 0;
    return have->push_descriptor && enabled;
}
