/* SPDX-License-Identifier: MIT */
#include "run.h"

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
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    if (info.scratch_zeroed == 0)
        return;
    gpu_begin(commands);
    vkCmdFillBuffer(commands, scratch->handle, 0, info.scratch_zeroed, 0);
    gpu_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    gpu_run(queue, commands);
}

void run_create(struct run *run, struct gpu *gpu, const vkscan_plan_params *params,
                const vkscan_binding_params *buffers, VkCommandBuffer commands)
{
    vkscan_plan_params with_access = *params;
    vkscan_plan_info info;

    if (gpu->options.addresses)
        with_access.access = VKSCAN_ACCESS_ADDRESSES;
    *run = (struct run){.buffers = *buffers, .capacity = params->capacity};
    CHECK(vkscan_plan_create(gpu->scans, &with_access, &run->plan));
    vkscan_plan_get_info(run->plan, &info);
    const struct buffer scratch = gpu_create_buffer(gpu, info.scratch_size, GPU_MEMORY_DEVICE);
    run_zero_scratch(run->plan, &scratch, commands, &gpu->main);
    run->buffers.scratch = run_buffer(&scratch);
    if (!gpu->options.addresses)
        CHECK(vkscan_binding_create(run->plan, &run->buffers, &run->binding));
}

void run_destroy(const struct run *run)
{
    vkscan_binding_destroy(run->binding);
    vkscan_plan_destroy(run->plan);
}

void run_record(const struct run *run, VkCommandBuffer commands, const void *seed)
{
    if (run->binding)
        CHECK(vkscan_cmd_run(run->binding, commands, run->capacity, seed));
    else
        CHECK(vkscan_cmd_run_buffers(run->plan, commands, &run->buffers, run->capacity, seed));
}
