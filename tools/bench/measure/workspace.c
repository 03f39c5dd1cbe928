/* SPDX-License-Identifier: MIT */
#include "workspace.h"

#include <stdio.h>
#include <stdlib.h>

#include "reference.h"

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
           gpu_upload(bench->gpu, &bench->source, 0, bench->data, size);
}

bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params)
{
    const uint32_t element = vkscan_type_size(params->type);
    const uint32_t copies = bench_out_size(params) / element;
    const VkDeviceSize size = limits_bytes((capacity ? capacity : 1) * element);
    vkscan_context_params context = gpu_context_params(gpu);

    *bench = (struct bench){.gpu = gpu, .capacity = capacity};
    context.message = on_message;
    context.message_user = bench;
    bench->data = calloc(1, size);
    bench->result = calloc(copies, size);
    if (!bench->data || !bench->result)
        return bench_fail(bench, "out of memory");
    reference_fill(params->type, params->op, REFERENCE_RANDOM, 1, bench->data, capacity);
    if (vkscan_context_create(&context, &bench->context) != VK_SUCCESS)
        return false;
    if (!open_buffers(bench, size, copies))
        return bench_fail(bench, gpu->error);
    if (!limits_create(gpu, &bench->source, &bench->destination, size, copies, &bench->limits))
        return bench_fail(bench, "the device does not take the limit shaders");
    return true;
}

void bench_close(struct bench *bench)
{
    limits_destroy(bench->gpu, &bench->limits);
    gpu_buffer_destroy(bench->gpu, &bench->source);
    gpu_buffer_destroy(bench->gpu, &bench->destination);
    gpu_buffer_destroy(bench->gpu, &bench->scratch);
    vkscan_context_destroy(bench->context);
    free(bench->data);
    free(bench->result);
}
