/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include "failure.h"
#include "tuning_text.h"

int probe_device(struct probe *probe, const struct gpu *gpu)
{
    const vkscan_context_params params = gpu_context_params(gpu);
    const struct report silent = {0};
    vkscan_device_info info;
    struct vk vk;

    const char *missing = vks_vk_load_instance(&vk, params.instance, params.get_instance_proc_addr);
    if (missing)
        return failed("the instance has no %s", missing);
    VkResult result = vks_caps_probe(&vk, &params, &info, &probe->caps);
    if (result == VK_SUCCESS)
        result = vks_tuning_give(params.tuning ? params.tuning : "", &silent, &probe->caps,
                                 &probe->tuning);
    return result == VK_SUCCESS ? 0 : failed("probing the device gave VkResult %d", (int)result);
}
