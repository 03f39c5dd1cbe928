/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"

#define BUFFER_MIN 16

static void keep_message(void *user, VkResult result, const char *message)
{
    struct device *device = user;

    (void)result;
    snprintf(device->message, sizeof(device->message), "%s", message);
}

vkscan_context_params device_context_params(struct device *device)
{
    vkscan_context_params params = gpu_context_params(&device->gpu);

    params.message = keep_message;
    params.message_user = device;
    return params;
}

int device_refuse(const struct device *device, VkResult result)
{
    return result == VK_ERROR_VALIDATION_FAILED_EXT ? misused("%s", device->message)
                                                    : failed("%s", device->message);
}

int device_open(struct device *device, const struct gpu_options *on)
{
    memset(device, 0, sizeof(*device));
    return gpu_open(&device->gpu, on) ? 0 : failed("%s", device->gpu.error);
}

bool device_create_buffer(struct device *device, uint64_t count, uint32_t element,
                          struct gpu_buffer *buffer)
{
    const VkDeviceSize size = (count * element + 3) & ~(VkDeviceSize)3;

    return gpu_buffer_create(&device->gpu, size > BUFFER_MIN ? size : BUFFER_MIN, GPU_MEMORY_DEVICE,
                             buffer);
}

int device_prepare(struct device *device, const vkscan_plan_params *params)
{
    const vkscan_context_params context = device_context_params(device);
    vkscan_plan_info info;

    if ((!device->context && vkscan_context_create(&context, &device->context) != VK_SUCCESS) ||
        vkscan_plan_create(device->context, params, &device->plan) != VK_SUCCESS)
        return failed("%s", device->message);
    vkscan_plan_get_info(device->plan, &info);
    return device_create_buffer(device, info.scratch_size, 1, &device->scratch) &&
                   gpu_fill(&device->gpu, &device->scratch, 0, info.scratch_zeroed, 0)
               ? 0
               : failed("%s", device->gpu.error);
}

int device_bind(struct device *device, vkscan_binding_params buffers)
{
    buffers.scratch = gpu_range(&device->scratch, 0, device->scratch.size);
    return vkscan_binding_create(device->plan, &buffers, &device->binding) == VK_SUCCESS
               ? 0
               : failed("%s", device->message);
}

int device_run(struct device *device, uint64_t count, const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&device->gpu);

    if (!commands)
        return failed("%s", device->gpu.error);
    gpu_barrier(commands);
    if (vkscan_cmd_run(device->binding, commands, count, seed) != VK_SUCCESS)
        return failed("%s", device->message);
    gpu_barrier(commands);
    return gpu_submit(&device->gpu, commands) ? 0 : failed("%s", device->gpu.error);
}

void device_close(struct device *device)
{
    vkscan_binding_destroy(device->binding);
    vkscan_plan_destroy(device->plan);
    gpu_buffer_destroy(&device->gpu, &device->scratch);
    vkscan_context_destroy(device->context);
    gpu_close(&device->gpu);
}
