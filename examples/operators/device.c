/* SPDX-License-Identifier: MIT */
#include "device.h"

#include "run.h"

static struct gpu gpu;
static VkCommandPool pool;

void device_open(void)
{
    gpu_create(&gpu, &(struct gpu_options){.validate = false});
    pool = gpu_create_pool(&gpu, &gpu.main);
}

void device_close(void)
{
    vkDestroyCommandPool(gpu.device, pool, NULL);
    gpu_destroy(&gpu);
}

struct buffer device_buffer(VkDeviceSize size)
{
    return gpu_create_buffer(&gpu, size, GPU_MEMORY_HOST);
}

struct computation device_plan(const vkscan_plan_params *params)
{
    const VkCommandBuffer commands = gpu_create_commands(&gpu, pool);
    struct computation computation = {0};
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    CHECK(vkscan_plan_create(gpu.scans, params, &computation.plan));
    vkscan_plan_get_info(computation.plan, &info);
    computation.scratch = gpu_create_buffer(&gpu, info.scratch_size, GPU_MEMORY_DEVICE);
    run_zero_scratch(computation.plan, &computation.scratch, commands, &gpu.main);
    vkFreeCommandBuffers(gpu.device, pool, 1, &commands);
    return computation;
}

void device_destroy(struct computation *computation)
{
    vkscan_plan_destroy(computation->plan);
}

void device_run(const struct computation *computation, const struct buffer *source,
                const struct buffer *destination, uint64_t count, const void *seed)
{
    const VkCommandBuffer commands = gpu_create_commands(&gpu, pool);
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(source)},
        {VKSCAN_PORT_DESTINATION, 0, run_buffer(destination)},
        {VKSCAN_PORT_SCRATCH, 0, run_buffer(&computation->scratch)},
        {VKSCAN_PORT_NUMBER, 0,
         computation->number ? run_buffer(computation->number) : (vkscan_buffer){0}},
    };
    const vkscan_run_params run = {.struct_size = sizeof(run), .count = count, .seed = seed};
    vkscan_binding *binding;

    CHECK(vkscan_binding_create(computation->plan, buffers, 4, &binding));
    gpu_begin(commands);
    CHECK(vkscan_cmd_run(binding, commands, &run));
    gpu_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    gpu_run(&gpu.main, commands);
    vkFreeCommandBuffers(gpu.device, pool, 1, &commands);
    vkscan_binding_destroy(binding);
}
