/* SPDX-License-Identifier: MIT */
#include "processors.h"

#include <inttypes.h>
#include <stdio.h>

#include "platform.h"

static bool find_multiprocessors(const struct gpu *gpu, struct processors *out)
{
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV,
    };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &sm,
    };
    const uint32_t lanes = gpu->info.subgroup_size;

    if (!gpu_has_extension(gpu->physical_device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        return false;
    vkGetPhysicalDeviceProperties2(gpu->physical_device, &properties);
    out->count = (uint64_t)sm.shaderSMCount * sm.shaderWarpsPerSM * lanes;
    snprintf(out->origin, sizeof(out->origin),
             "%" PRIu32 " multiprocessors x %" PRIu32 " subgroups x %" PRIu32 " lanes",
             sm.shaderSMCount, sm.shaderWarpsPerSM, lanes);
    return out->count > 0;
}

static bool find_cores(const struct gpu *gpu, struct processors *out)
{
    const uint32_t lanes = gpu->info.subgroup_size;
    const unsigned cores =
        gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? platform_processors() : 0;

    if (cores == 0)
        return false;
    out->count = (uint64_t)cores * lanes;
    snprintf(out->origin, sizeof(out->origin), "%u cores x %" PRIu32 " lanes", cores, lanes);
    return true;
}

void processors_find(const struct gpu *gpu, struct processors *out)
{
    if (find_multiprocessors(gpu, out) || find_cores(gpu, out))
        return;
    out->count = gpu->info.max_workgroup_size;
    snprintf(out->origin, sizeof(out->origin), "the threads of a largest workgroup");
}
