/* SPDX-License-Identifier: MIT */
#include "overhead.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "failure.h"
#include "timing.h"
#include "workspace.h"

#define CAPACITY (1u << 20) /* elements: what take several passes take them */
#define RECORDINGS 1000     /* in a command buffer */
#define REPEATS 9           /* command buffers, of whose times the median counts */

/* Milliseconds, but of a recording microseconds. */
struct overhead {
    double cold, warm, shared, record;
};

struct trial {
    struct gpu *gpu;
    vkscan_plan_params params;
    VkPipelineCache cache;
    VkCommandPool pool;
    struct gpu_buffer source, destination, scratch;
};

/* ---- plans ---- */

static bool time_plan(const vkscan_context *context, const vkscan_plan_params *params, double *ms)
{
    const double start = timing_now_ms();
    vkscan_plan *plan;

    const bool ok = vkscan_plan_create(context, params, &plan) == VK_SUCCESS;
    *ms = timing_now_ms() - start;
    vkscan_plan_destroy(plan);
    return ok;
}

/* The second context, which is left to the caller, finds in the cache what the first one has
 * compiled, and its second plan in the context. */
static bool time_plans(const struct trial *trial, vkscan_context **context,
                       struct overhead *overhead)
{
    vkscan_context_params params = gpu_context_params(trial->gpu);

    params.pipeline_cache = trial->cache;
    const bool ok = vkscan_context_create(&params, context) == VK_SUCCESS &&
                    time_plan(*context, &trial->params, &overhead->cold);
    vkscan_context_destroy(*context);
    *context = NULL;
    return ok && vkscan_context_create(&params, context) == VK_SUCCESS &&
           time_plan(*context, &trial->params, &overhead->warm) &&
           time_plan(*context, &trial->params, &overhead->shared);
}

/* ---- recordings ---- */

/* Records runs that are never submitted. */
static bool record_runs(const struct trial *trial, VkCommandBuffer commands,
                        const vkscan_plan *plan, const vkscan_binding_params *buffers,
                        const vkscan_binding *binding)
{
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    bool ok = vkBeginCommandBuffer(commands, &begin) == VK_SUCCESS;

    for (uint32_t i = 0; i < RECORDINGS && ok; i++)
        ok = (trial->params.access == VKSCAN_ACCESS_DESCRIPTOR_SETS
                  ? vkscan_cmd_run(binding, commands, CAPACITY, NULL)
                  : vkscan_cmd_run_buffers(plan, commands, buffers, CAPACITY, NULL)) == VK_SUCCESS;
    return vkEndCommandBuffer(commands) == VK_SUCCESS && ok;
}

static bool time_recordings(const struct trial *trial, const vkscan_plan *plan,
                            const vkscan_binding_params *buffers, const vkscan_binding *binding,
                            double *us)
{
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = trial->pool,
        .commandBufferCount = 1,
    };
    double times[REPEATS];
    VkCommandBuffer commands;
    bool ok = vkAllocateCommandBuffers(trial->gpu->device, &info, &commands) == VK_SUCCESS;

    if (!ok)
        return false;
    for (uint32_t i = 0; i < REPEATS && ok; i++) {
        vkResetCommandPool(trial->gpu->device, trial->pool, 0);
        const double start = timing_now_ms();
        ok = record_runs(trial, commands, plan, buffers, binding);
        times[i] = (timing_now_ms() - start) * 1e3 / RECORDINGS;
    }
    vkFreeCommandBuffers(trial->gpu->device, trial->pool, 1, &commands);
    *us = timing_summarize(times, REPEATS).median;
    return ok;
}

static bool time_plan_s_recordings(struct trial *trial, const vkscan_plan *plan, double *us)
{
    vkscan_binding *binding = NULL;
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    gpu_buffer_destroy(trial->gpu, &trial->scratch);
    if (!gpu_buffer_create(trial->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &trial->scratch))
        return false;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&trial->source, 0, trial->source.size),
        .destination = gpu_range(&trial->destination, 0, trial->destination.size),
        .scratch = gpu_range(&trial->scratch, 0, info.scratch_size),
    };
    const bool ok = vkscan_binding_create(plan, &buffers, &binding) == VK_SUCCESS &&
                    time_recordings(trial, plan, &buffers, binding, us);
    vkscan_binding_destroy(binding);
    return ok;
}

static bool measure(struct trial *trial, struct overhead *overhead)
{
    vkscan_context *context = NULL;
    vkscan_plan *plan = NULL;

    const bool ok = time_plans(trial, &context, overhead) &&
                    vkscan_plan_create(context, &trial->params, &plan) == VK_SUCCESS &&
                    time_plan_s_recordings(trial, plan, &overhead->record);
    vkscan_plan_destroy(plan);
    vkscan_context_destroy(context);
    return ok;
}

/* ---- the table ---- */

static bool open_trial(struct trial *trial)
{
    struct gpu *gpu = trial->gpu;
    const VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = gpu->queue_family};
    const VkDeviceSize size = (VkDeviceSize)CAPACITY * vkscan_type_size(trial->params.type);
    const VkDeviceSize out_size = (VkDeviceSize)CAPACITY * bench_out_size(&trial->params);

    return gpu_buffer_create(gpu, size, GPU_MEMORY_DEVICE, &trial->source) &&
           gpu_buffer_create(gpu, out_size, GPU_MEMORY_DEVICE, &trial->destination) &&
           vkCreatePipelineCache(gpu->device, &cache, NULL, &trial->cache) == VK_SUCCESS &&
           vkCreateCommandPool(gpu->device, &pool, NULL, &trial->pool) == VK_SUCCESS;
}

static void close_trial(struct trial *trial)
{
    struct gpu *gpu = trial->gpu;

    vkDestroyCommandPool(gpu->device, trial->pool, NULL);
    vkDestroyPipelineCache(gpu->device, trial->cache, NULL);
    gpu_buffer_destroy(gpu, &trial->source);
    gpu_buffer_destroy(gpu, &trial->destination);
    gpu_buffer_destroy(gpu, &trial->scratch);
}

static int print_row(struct gpu *gpu, const vkscan_plan_params *params)
{
    struct trial trial = {.gpu = gpu, .params = *params};
    struct overhead overhead;
    int status = 0;

    trial.params.capacity = CAPACITY;
    if (open_trial(&trial) && measure(&trial, &overhead))
        printf("%-16s %-22s %10.2f %10.2f %10.4f %10.3f\n",
               vkscan_primitive_name(params->primitive), vkscan_algorithm_name(params->algorithm),
               overhead.cold, overhead.warm, overhead.shared, overhead.record);
    else
        status = failed("%s %s failed: %s", vkscan_algorithm_name(params->algorithm),
                        vkscan_primitive_name(params->primitive), gpu->error);
    close_trial(&trial);
    return status;
}

int bench_overhead(struct gpu *gpu, const struct bench_options *options)
{
    vkscan_context_params context = gpu_context_params(gpu);
    int status = 0;

    printf("%s\n\nHost time, %s, %s, capacity %u, by %s. ms to create a plan: cold, with its\n"
           "pipelines in a cache, sharing them with another plan. us to record a run.\n\n"
           "%-16s %-22s %10s %10s %10s %10s\n",
           gpu->properties.deviceName, vkscan_op_name(options->op), vkscan_type_name(options->type),
           CAPACITY, vkscan_access_name(options->access), "primitive", "algorithm", "cold",
           "cached", "shared", "record");
    for (uint32_t p = 0; p < options->primitive_count && !status; p++)
        for (uint32_t a = 0; a < options->algorithm_count && !status; a++) {
            vkscan_plan_params params = {.primitive = options->primitives[p],
                                         .op = options->op,
                                         .type = options->type,
                                         .out_type = options->out_type,
                                         .algorithm = options->algorithms[a],
                                         .access = options->access,
                                         .determinism = options->determinism,
                                         .capacity = CAPACITY};
            if (vkscan_query_plan(&context, &params, NULL) == VK_SUCCESS)
                status = print_row(gpu, &params);
        }
    return status;
}
