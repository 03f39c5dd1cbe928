/* SPDX-License-Identifier: MIT */
#include "device_caps.h"

#include "failure.h"
#include "probe.h"

int device_caps(const struct gpu *gpu, struct caps *caps)
{
    const vkscan_context_params params = gpu_context_params(gpu);
    const struct report silent = {0};
    vkscan_device_info info;
    struct vk vk;

    const char *missing = vks_vk_load_instance(&vk, params.instance, params.get_instance_proc_addr);
    if (missing)
        return failed("the instance has no %s", missing);
    const VkResult result = vks_probe(&vk, &params, &silent, &info, caps);
    return result == VK_SUCCESS ? 0 : failed("probing the device gave VkResult %d", (int)result);
}
