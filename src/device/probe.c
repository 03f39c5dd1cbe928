/* SPDX-License-Identifier: MIT */
/* Asks a physical device for its capabilities and limits: struct caps. */
#include "vulkan_device.h"

#include <string.h>

static const VkSubgroupFeatureFlags subgroup_operations =
    VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
    VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT |
    VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* VK_ARM_shader_core_builtins is in Vulkan's headers since 1.3.228. The library uses these parts of
 * it alone. */
#ifndef VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME
#define VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME "VK_ARM_shader_core_builtins"
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM                      \
    ((VkStructureType)1000497001)
typedef struct VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM {
    VkStructureType sType;
    void *pNext;
    uint64_t shaderCoreMask;
    uint32_t shaderCoreCount;
    uint32_t shaderWarpsPerCore;
} VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM;
#endif

static void note_extension(struct extensions *found, const char *name)
{
    const struct {
        const char *name;
        bool *found;
    } rows[] = {
        {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, &found->subgroup_size_control},
        {VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME, &found->shader_atomic_int64},
        {VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, &found->buffer_device_address},
        {VK_EXT_PIPELINE_CREATION_CACHE_CONTROL_EXTENSION_NAME, &found->pipeline_cache_control},
        {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, &found->push_descriptor},
        {VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME, &found->driver_properties},
        {VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME, &found->nv_sm_builtins},
        {VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME, &found->amd_core_properties},
        {VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME, &found->amd_core_properties_2},
        {VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME, &found->arm_core_builtins},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].name, name) == 0)
            *rows[i].found = true;
}

static VkResult find_extensions(const struct vk *vk, const vkscan_context_params *params,
                                struct extensions *found)
{
    const VkPhysicalDevice device = params->physical_device;
    uint32_t count = 0;

    *found = (struct extensions){0};
    VkResult result = vk->EnumerateDeviceExtensionProperties(device, NULL, &count, NULL);
    if (result != VK_SUCCESS || count == 0)
        return result;
    VkExtensionProperties *extensions =
        vks_host_allocate(params->allocator, count * sizeof(*extensions));
    if (!extensions)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = vk->EnumerateDeviceExtensionProperties(device, NULL, &count, extensions);
    for (uint32_t i = 0; i < count && result >= 0; i++)
        note_extension(found, extensions[i].extensionName);
    vks_host_free(params->allocator, extensions);
    return result < 0 ? result : VK_SUCCESS;
}

/* Properties beyond Vulkan 1.1, each queried only where the device has it. */
struct further_properties {
    VkPhysicalDeviceSubgroupSizeControlProperties size_control;
    VkPhysicalDeviceDriverProperties driver;
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nv;
    VkPhysicalDeviceShaderCorePropertiesAMD amd;
    VkPhysicalDeviceShaderCoreProperties2AMD amd_2;
    VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM arm;
};

static void *chain_further(struct further_properties *further, const struct extensions *have,
                           bool size_control)
{
    const struct {
        bool has;
        void *properties;
        VkStructureType type;
    } rows[] = {
        {size_control, &further->size_control,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES},
        {have->driver_properties, &further->driver,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES},
        {have->nv_sm_builtins, &further->nv,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV},
        {have->amd_core_properties, &further->amd,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD},
        {have->amd_core_properties_2, &further->amd_2,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD},
        {have->arm_core_builtins, &further->arm,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM},
    };
    VkBaseOutStructure *chain = NULL;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].has) {
            VkBaseOutStructure *properties = rows[i].properties;
            properties->sType = rows[i].type;
            properties->pNext = chain;
            chain = properties;
        }
    return chain;
}

/* Returns the number of multiprocessors, compute units or shader cores; 0: the device does not
 * tell. */
static uint32_t count_multiprocessors(const struct further_properties *further)
{
    const VkPhysicalDeviceShaderCorePropertiesAMD *amd = &further->amd;

    if (further->nv.shaderSMCount)
        return further->nv.shaderSMCount;
    if (further->amd_2.activeComputeUnitCount)
        return further->amd_2.activeComputeUnitCount;
    if (amd->computeUnitsPerShaderArray)
        return amd->shaderEngineCount * amd->shaderArraysPerEngineCount *
               amd->computeUnitsPerShaderArray;
    return further->arm.shaderCoreCount;
}

static bool is_gpu(VkPhysicalDeviceType type)
{
    return type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU ||
           type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ||
           type == VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU;
}

static void probe_driver(const struct vk *vk, VkPhysicalDevice device,
                         VkPhysicalDeviceDriverProperties *driver)
{
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = driver,
    };

    driver->sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    driver->pNext = NULL;
    vk->GetPhysicalDeviceProperties2(device, &properties);
}

VkResult vks_probe(const struct vk *vk, const vkscan_context_params *params,
                   const struct report *errors, struct wanted *wanted, struct caps *caps)
{
    struct further_properties further = {0};
    struct extensions have;
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &subgroup,
    };
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;

    const VkResult result = find_extensions(vk, params, &have);
    if (result != VK_SUCCESS)
        return vks_report(errors, result, "probing the device failed: VkResult %d", (int)result);
    const char *unsupported =
        params->device
            ? vks_capabilities_unsupported(vk, params->physical_device, params->enabled_features)
            : NULL;
    if (unsupported)
        return vks_report(errors, RESULT_INVALID,
                          "enabled_features sets %s, which the device does not support",
                          unsupported);
    vks_capabilities_want(vk, params, &have, wanted);
    const uint32_t enabled = vks_capabilities_enabled(params->device ? params->enabled_features
                                                                     : &wanted->chain.features);
    subgroup.pNext = chain_further(&further, &have,
                                   (enabled | vks_capabilities_enabled(&wanted->chain.features)) &
                                       VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT);
    vk->GetPhysicalDeviceProperties2(params->physical_device, &properties);

    const uint32_t version = properties.properties.apiVersion;
    if (version >= VK_API_VERSION_1_2 && !have.driver_properties)
        probe_driver(vk, params->physical_device, &further.driver); /* part of 1.2 */
    *caps = (struct caps){
        .subgroup_size = version >= VK_API_VERSION_1_1 ? subgroup.subgroupSize : 0,
        .max_subgroups = min_u32(further.size_control.maxComputeWorkgroupSubgroups,
                                 limits->maxComputeWorkGroupInvocations),
        .max_workgroup_size =
            min_u32(limits->maxComputeWorkGroupInvocations, limits->maxComputeWorkGroupSize[0]),
        .max_workgroup_count = limits->maxComputeWorkGroupCount[0],
        .shared_memory = limits->maxComputeSharedMemorySize,
        .max_storage_buffers = limits->maxPerStageDescriptorStorageBuffers,
        .max_range = limits->maxStorageBufferRange,
        .range_alignment = (uint32_t)limits->minStorageBufferOffsetAlignment,
        .vendor_id = properties.properties.vendorID,
        .gpu = is_gpu(properties.properties.deviceType),
        .multiprocessors = count_multiprocessors(&further),
        .capabilities = enabled,
        .tuning = {params->policies, params->policy_count, params->spin_limit,
                   params->multiprocessors},
    };
    if (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT &&
        (subgroup.supportedOperations & subgroup_operations) == subgroup_operations &&
        !(params->device && vks_capabilities_lack_device_scope(params->enabled_features)))
        caps->capabilities |= VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    caps->capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT;
    wanted->feedback = params->device && vks_capabilities_have_feedback(params, version);
    wanted->push_function = vks_capabilities_push_function(vk, params, &have, version);
    if (wanted->push_function)
        caps->capabilities |= VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT;
    if (version < VK_API_VERSION_1_2) /* the modules by address are SPIR-V 1.5 */
        caps->capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT;
    if (!(further.size_control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT)) {
        caps->capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT;
        wanted->chain.subgroup_size_control.subgroupSizeControl = VK_FALSE;
    }
    const struct driver driver = {further.driver.driverID, caps->vendor_id,
                                  properties.properties.driverVersion};
    const char *unusable = vks_quirks_apply(&driver, caps);
    if (unusable)
        return vks_report(errors, RESULT_UNSUPPORTED, "%s", unusable);
    caps->capabilities &= ~params->ignored_capabilities;
    return VK_SUCCESS;
}
