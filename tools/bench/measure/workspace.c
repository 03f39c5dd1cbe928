/* SPDX-License-Identifier: MIT */
#include "workspace.h"

#include <stdio.h>
#include <stdlib.h>

#include "family.h"

bool bench_fail(struct bench *bench, const char *reason)
{
    snprintf(bench->error, sizeof(bench->error), "%s", reason);
    return false;
}

static void on_message(void *user, VkResult result, const char *message)
{
    (void)result;
    bench_fail(user, message);
}

uint32_t bench_out_size(const vkscan_plan_params *params)
{
    return vkscan_type_size(params->out_type ? params->out_type : params->type);
}

/* Each destination is a whole number of times as large as its source. */
static bool open_buffers(struct bench *bench, VkDeviceSize size, uint32_t copies)
{
    return gpu_buffer_create(bench->gpu, size, GPU_MEMORY_DEVICE, &bench->source) &&
           gpu_buffer_create(bench->gpu, copies * size, GPU_MEMORY_DEVICE, &bench->destination) &&
           gpu_buffer_create(bench->gpu, sizeof(bench->number), GPU_MEMORY_DEVICE,
                             &bench->number_place);
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

static struct extent extent_of(uint64_t capacity, const vkscan_plan_params *params)
{
    return bench_extent(params, capacity ? capacity : 1);
}

bool bench_open_device(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                       const vkscan_plan_params *params)
{
    const struct extent extent = extent_of(capacity, params);
    const VkPipelineCacheCreateInfo pipelines = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
    };

    *bench = (struct bench){.gpu = gpu, .loader = vkGetInstanceProcAddr, .capacity = capacity};
    if (vkCreatePipelineCache(gpu->device, &pipelines, NULL, &bench->pipelines) != VK_SUCCESS)
        bench->pipelines = VK_NULL_HANDLE;
    if (!bench_renew_context(bench))
        return false;
    return open_buffers(bench, limits_bytes(extent_source(&extent)), extent.copies) ||
           bench_fail(bench, gpu->error);
}

bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params)
{
    const struct extent extent = extent_of(capacity, params);
    const uint32_t copies = extent.copies;
    const VkDeviceSize size = limits_bytes(extent_source(&extent));

    if (!bench_open_device(bench, gpu, capacity, params))
        return false;
    bench->data = calloc(1, size);
    bench->result = calloc(copies, size);
    if (!bench->data || !bench->result)
        return bench_fail(bench, "out of memory");
    if (!limits_create(gpu, &bench->source, &bench->destination, size, copies, &bench->limits))
        return bench_fail(bench, "the device does not take the limit shaders");
    return true;
}

bool bench_fill(struct bench *bench, const vkscan_plan_params *params,
                enum reference_sort_data data)
{
    const struct extent extent = bench_extent(params, params->capacity);

    if (!bench_family(params->primitive)->fill(bench, params, data))
        return bench_fail(bench, "out of memory");
    return gpu_upload(bench->gpu, &bench->source, 0, bench->data,
                      limits_bytes(extent_source(&extent))) ||
           bench_fail(bench, bench->gpu->error);
}

void bench_close(struct bench *bench)
{
    limits_destroy(bench->gpu, &bench->limits);
    gpu_buffer_destroy(bench->gpu, &bench->source);
    gpu_buffer_destroy(bench->gpu, &bench->destination);
    gpu_buffer_destroy(bench->gpu, &bench->scratch);
    gpu_buffer_destroy(bench->gpu, &bench->number_place);
    vkscan_context_destroy(bench->context);
    vkDestroyPipelineCache(bench->gpu->device, bench->pipelines, NULL);
    free(bench->data);
    free(bench->result);
}
