/* SPDX-License-Identifier: MIT */
/* The device, the buffers and the data that measurements share. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

bool bench_fail(struct bench *bench, const char *reason)
{
    snprintf(bench->error, sizeof(bench->error), "%s", reason);
    return false;
}

static void VKAPI_CALL on_message(void *user, const vkscan_message *message)
{
    struct bench *bench = user;

    if (message->severity == VKSCAN_SEVERITY_ERROR)
        refusal_translate(message->text, bench->gpu->tuning, bench->error);
}

vkscan_plan_params bench_planned(uint64_t planned, const vkscan_plan_params *params)
{
    vkscan_plan_params plan = *params;

    if (plan.capacity < planned)
        plan.capacity = planned;
    return plan;
}

struct subject_run bench_run_of(const struct bench *bench, const vkscan_plan_params *params)
{
    return subject_run_of(params, bench_planned(bench->planned, params).capacity, bench->data,
                          bench->result, (void *)(uintptr_t)bench->seed);
}

VkDeviceSize bench_destination_size(const struct subject_layout *layout)
{
    const VkDeviceSize copied = layout->copies * limits_bytes(layout->read.size);
    const VkDeviceSize written = limits_bytes(layout->written.size);

    return copied > written ? copied : written;
}

bool bench_renew_context(struct bench *bench)
{
    vkscan_context_params context = gpu_context_params(bench->gpu);

    context.get_instance_proc_addr = bench->loader;
    context.pipeline_cache = bench->pipelines;
    context.message = on_message;
    context.message_user = bench;
    vkscan_context_destroy(bench->context);
    bench->context = NULL;
    return vkscan_context_create(&context, &bench->context) == VK_SUCCESS;
}

bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity, uint64_t planned,
                const vkscan_plan_params *params, bool only_records)
{
    const uint64_t most = capacity > planned ? capacity : planned, room = most ? most : 1;
    const struct subject_layout layout = subject_lay_out(params, room, room);
    const VkDeviceSize size = limits_bytes(layout.read.size);
    const VkPipelineCacheCreateInfo pipelines = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
    };

    *bench = (struct bench){
        .gpu = gpu, .loader = vkGetInstanceProcAddr, .capacity = capacity, .planned = planned};
    if (vkCreatePipelineCache(gpu->device, &pipelines, NULL, &bench->pipelines) != VK_SUCCESS)
        bench->pipelines = VK_NULL_HANDLE;
    if (!bench_renew_context(bench))
        return false;
    bench->count_place = subject_place_behind(bench_destination_size(&layout));
    if (!gpu_buffer_create(gpu, size, GPU_MEMORY_DEVICE, &bench->source) ||
        !gpu_buffer_create(gpu, bench->count_place + sizeof(uint64_t), GPU_MEMORY_DEVICE,
                           &bench->destination))
        return bench_fail(bench, gpu->error);
    if (only_records)
        return true;
    bench->data = calloc(1, size);
    bench->result = calloc(1, bench_destination_size(&layout));
    if (!bench->data || !bench->result)
        return bench_fail(bench, "out of memory");
    return limits_create(gpu, &bench->source, &bench->destination, size, layout.copies,
                         &bench->limits) ||
           bench_fail(bench, "the device does not take the limit shaders");
}

bool bench_fill(struct bench *bench, const vkscan_plan_params *params,
                enum reference_sort_data data)
{
    const struct subject_run run = bench_run_of(bench, params);

    if (!subject_of(params->primitive)->fill(&run, data))
        return bench_fail(bench, "out of memory");
    return gpu_upload(bench->gpu, &bench->source, 0, bench->data,
                      limits_bytes(run.layout.read.size)) ||
           bench_fail(bench, bench->gpu->error);
}

void bench_close(struct bench *bench)
{
    limits_destroy(bench->gpu, &bench->limits);
    gpu_buffer_destroy(bench->gpu, &bench->source);
    gpu_buffer_destroy(bench->gpu, &bench->destination);
    gpu_buffer_destroy(bench->gpu, &bench->scratch);
    vkscan_context_destroy(bench->context);
    vkDestroyPipelineCache(bench->gpu->device, bench->pipelines, NULL);
    free(bench->data);
    free(bench->result);
}
