/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <string.h>

vkscan_buffer run_place(const struct buffer *buffer, VkDeviceSize offset, VkDeviceSize size)
{
    return (vkscan_buffer){.buffer = buffer->address ? VK_NULL_HANDLE : buffer->handle,
                           .address = buffer->address,
                           .offset = offset,
                           .size = size};
}

vkscan_buffer run_buffer(const struct buffer *buffer)
{
    return run_place(buffer, 0, buffer->size);
}

void run_zero_scratch(const vkscan_plan *plan, const struct buffer *scratch,
                      VkCommandBuffer commands, const struct queue *queue)
{
    const vkscan_buffer all = {.buffer = scratch->handle, .size = scratch->size};
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    vkscan_plan_get_info(plan, &info);
    if (info.scratch_zeroed == 0)
        return;
    gpu_begin(commands);
    CHECK(vkscan_cmd_zero_scratch(plan, commands, &all));
    gpu_run(queue, commands);
}

void run_create(struct run *run, struct gpu *gpu, const vkscan_plan_params *params,
                const vkscan_port_buffer *buffers, uint32_t buffer_count, VkCommandBuffer commands)
{
    vkscan_plan_params with_access = *params;
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    if (gpu->options.addresses)
        with_access.access = VKSCAN_ACCESS_ADDRESSES;
    *run = (struct run){.buffer_count = buffer_count + 1, .capacity = params->capacity};
    CHECK(vkscan_plan_create(gpu->scans, &with_access, &run->plan));
    vkscan_plan_get_info(run->plan, &info);
    const struct buffer scratch = gpu_create_buffer(gpu, info.scratch_size, GPU_MEMORY_DEVICE);
    run_zero_scratch(run->plan, &scratch, commands, &gpu->main);
    memcpy(run->buffers, buffers, buffer_count * sizeof(*buffers));
    run->buffers[buffer_count] = (vkscan_port_buffer){VKSCAN_PORT_SCRATCH, 0, run_buffer(&scratch)};
    if (!gpu->options.addresses)
        CHECK(vkscan_binding_create(run->plan, run->buffers, run->buffer_count, &run->binding));
}

void run_destroy(const struct run *run)
{
    vkscan_binding_destroy(run->binding);
    vkscan_plan_destroy(run->plan);
}

void run_record(const struct run *run, VkCommandBuffer commands, const void *seed)
{
    const vkscan_run_params params = {
        .struct_size = sizeof(params), .count = run->capacity, .seed = seed};

    if (run->binding)
        CHECK(vkscan_cmd_run(run->binding, commands, &params));
    else
        CHECK(
            vkscan_cmd_run_buffers(run->plan, commands, run->buffers, run->buffer_count, &params));
}

/* Those of the scratch include those of all ports. Their bits are below 2^32, as this engine does
 * not enable synchronization2. */
struct run_uses run_uses(const struct run *run)
{
    vkscan_port_info info = {.struct_size = sizeof(info)};

    CHECK(vkscan_plan_get_port(run->plan, VKSCAN_PORT_SCRATCH, &info));
    return (struct run_uses){(VkPipelineStageFlags)info.stages, (VkAccessFlags)info.access};
}
