/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "failure.h"
#include "platform.h"
#include "session.h"
#include "vulkan_device.h"

int bench_find_caps(struct session *s)
{
    const vkscan_context_params params = gpu_context_params(&s->gpu);
    const struct report silent = {0};
    struct wanted wanted;
    struct vk vk;

    const char *missing = vks_vk_load_instance(&vk, params.instance, params.get_instance_proc_addr);
    if (missing)
        return failed("the instance has no %s", missing);
    const VkResult result = vks_probe(&vk, &params, &silent, &wanted, &s->caps);
    return result == VK_SUCCESS ? 0 : failed("probing the device gave VkResult %d", (int)result);
}

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

struct processors bench_find_processors(const struct gpu *gpu)
{
    struct processors out;

    if (find_multiprocessors(gpu, &out) || find_cores(gpu, &out))
        return out;
    return (struct processors){gpu->info.max_workgroup_size, "the threads of a largest workgroup"};
}
