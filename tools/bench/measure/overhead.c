/* SPDX-License-Identifier: MIT */
#include "overhead.h"

#include "measure.h"

#define RECORDINGS 1000 /* in a command buffer */
#define REPEATS 9       /* command buffers, of whose times the median counts */

/* ---- plans ---- */

static bool time_plan(const struct bench *bench, const vkscan_plan_params *params, double *ms)
{
    const double start = timing_now_ms();
    vkscan_plan *plan;

    const bool ok = vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS;
    *ms = timing_now_ms() - start;
    vkscan_plan_destroy(plan);
    return ok;
}

/* The second context, which is left open, finds in the cache what the first one has compiled, and
 * its second plan in the context. */
static bool time_plans(struct bench *bench, const vkscan_plan_params *params,
                       struct overhead *overhead)
{
    bench->loader = compilations_watch(&overhead->compilations);
    const bool ok = bench_renew_context(bench) && time_plan(bench, params, &overhead->cold_ms);
    bench->loader = vkGetInstanceProcAddr;
    return ok && bench_renew_context(bench) && time_plan(bench, params, &overhead->cached_ms) &&
           time_plan(bench, params, &overhead->shared_ms);
}

/* ---- recordings ---- */

/* What is recorded, in one of two ways. */
struct recording {
    const vkscan_plan *plan;
    vkscan_access access;
    vkscan_binding_params buffers;
    vkscan_binding *binding;
    uint64_t count;
    const void *seed;
};

static bool record(const struct recording *of, VkCommandBuffer commands)
{
    return (of->access == VKSCAN_ACCESS_DESCRIPTOR_SETS
                ? vkscan_cmd_run(of->binding, commands, of->count, of->seed)
                : vkscan_cmd_run_buffers(of->plan, commands, &of->buffers, of->count, of->seed)) ==
           VK_SUCCESS;
}

/* Runs that are never submitted. */
static bool record_runs(struct bench *bench, const struct recording *of, VkCommandBuffer commands)
{
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};

    if (vkBeginCommandBuffer(commands, &begin) != VK_SUCCESS)
        return bench_fail(bench, "the command buffer cannot begin");
    for (uint32_t i = 0; i < RECORDINGS; i++)
        if (!record(of, commands))
            return false;
    return vkEndCommandBuffer(commands) == VK_SUCCESS ||
           bench_fail(bench, "the command buffer cannot hold the runs");
}

static bool time_recordings(struct bench *bench, const struct recording *of, double *us)
{
    const struct gpu *gpu = bench->gpu;
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->command_pool,
        .commandBufferCount = 1,
    };
    double times[REPEATS];
    VkCommandBuffer commands;
    bool ok = vkAllocateCommandBuffers(gpu->device, &info, &commands) == VK_SUCCESS;

    if (!ok)
        return bench_fail(bench, "there is no command buffer");
    for (uint32_t i = 0; i < REPEATS && ok; i++) {
        vkResetCommandPool(gpu->device, gpu->command_pool, 0);
        const double start = timing_now_ms();
        ok = record_runs(bench, of, commands);
        times[i] = (timing_now_ms() - start) * 1e3 / RECORDINGS;
    }
    vkFreeCommandBuffers(gpu->device, gpu->command_pool, 1, &commands);
    *us = ok ? timing_summarize(times, REPEATS).median : 0;
    return ok;
}

static bool time_plan_s_recordings(struct bench *bench, const vkscan_plan *plan,
                                   const vkscan_plan_params *params, double *us)
{
    struct recording recording = {
        .plan = plan,
        .access = params->access,
        .count = params->capacity,
        .seed = bench_seed(bench, params),
    };
    const bool ok =
        bench_buffers(bench, plan, params, &recording.buffers) &&
        vkscan_binding_create(plan, &recording.buffers, &recording.binding) == VK_SUCCESS &&
        time_recordings(bench, &recording, us);

    vkscan_binding_destroy(recording.binding);
    return ok;
}

bool bench_overhead(struct bench *bench, const vkscan_plan_params *params,
                    struct overhead *overhead)
{
    vkscan_plan *plan = NULL;

    *overhead = (struct overhead){.count = params->capacity};
    if (!bench->pipelines)
        return bench_fail(bench, "there is no pipeline cache");
    const bool ok = time_plans(bench, params, overhead) &&
                    vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS &&
                    time_plan_s_recordings(bench, plan, params, &overhead->record_us);
    vkscan_plan_destroy(plan);
    return ok;
}
