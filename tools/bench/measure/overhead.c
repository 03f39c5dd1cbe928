/* SPDX-License-Identifier: MIT */
#include "overhead.h"

#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "port_buffers.h"
#include "vulkan_device.h"

#define RECORDINGS 1000 /* runs in a command buffer */
#define REPEATS 9       /* command buffers; the median of their times counts */

/* ---- pipelines: a loader whose functions are the Vulkan loader's, except those that compile ----
 */

_Static_assert(ALGORITHM_MAX_STAGES <= COMPILATIONS_MAX, "a plan's pipelines are listed");

/* A loader's functions have no parameter for the caller's data. */
static struct compilations *watched;
static struct timing_host began;

static bool is_module(const struct shader *shader, const VkShaderModuleCreateInfo *info)
{
    if (vks_unpacked_words(shader->packed) * sizeof(uint32_t) != info->codeSize)
        return false;
    const uint32_t memory = vks_unpack_memory(shader->packed);
    unsigned char *unpacked = malloc(info->codeSize + memory);
    const bool same = unpacked &&
                      vks_unpack(shader->packed, unpacked + info->codeSize, (uint32_t *)unpacked) &&
                      memcmp(unpacked, info->pCode, info->codeSize) == 0;
    free(unpacked);
    return same;
}

/* Returns the library's module with this code: all modules are embedded. */
static const struct shader *shader_of(const VkShaderModuleCreateInfo *info)
{
    uint32_t i = 0;

    while (vks_shaders_entry(i + 1) && !is_module(vks_shaders_entry(i), info))
        i++;
    return vks_shaders_entry(i);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkShaderModule *module)
{
    const struct shader *shader = shader_of(info);

    watched->list[watched->count] = (struct compilation){
        .kernel = shader->kernel,
        .class = shader->class,
        .bytes = info->codeSize,
    };
    began = timing_host_start();
    return vkCreateShaderModule(device, info, allocator, module);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkPipeline *pipelines)
{
    const VkResult result =
        vkCreateComputePipelines(device, cache, count, infos, allocator, pipelines);

    if (result == VK_SUCCESS)
        watched->list[watched->count++].time = timing_host_since(began);
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device,
                                                                    const char *name)
{
    if (strcmp(name, "vkCreateShaderModule") == 0)
        return (PFN_vkVoidFunction)create_module;
    if (strcmp(name, "vkCreateComputePipelines") == 0)
        return (PFN_vkVoidFunction)create_pipelines;
    return vkGetDeviceProcAddr(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    return vkGetInstanceProcAddr(instance, name);
}

/* Returns a loader for a context. The context then adds each pipeline that it compiles to the list.
 * Only one context at a time may have such a loader, and it creates one plan. */
static PFN_vkGetInstanceProcAddr compilations_watch(struct compilations *list)
{
    *list = (struct compilations){0};
    watched = list;
    return get_function;
}

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

/* Times three plans. The second context, which stays open, finds in the cache what the first one
 * has compiled; its second plan finds the pipelines in the context. */
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

/* Stores the microseconds to record a run, as the mean over a command buffer that is not submitted.
 * Without a binding, runs are recorded with buffers. */
static bool time_runs(struct bench *bench, const vkscan_plan *plan, const vkscan_binding *binding,
                      const struct port_buffers *buffers, const vkscan_plan_params *params,
                      double *us)
{
    const void *seed = bench_seed(bench, params);
    VkCommandBuffer commands = gpu_begin(bench->gpu);
    VkResult result = VK_SUCCESS;

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    const double start = timing_now_ms();
    for (uint32_t i = 0; i < RECORDINGS && result == VK_SUCCESS; i++)
        result = binding ? binding_run(binding, commands, params->capacity, seed)
                         : port_buffers_run(plan, commands, buffers, params->capacity, seed);
    *us = (timing_now_ms() - start) * 1e3 / RECORDINGS;
    const bool ended = vkEndCommandBuffer(commands) == VK_SUCCESS;
    vkFreeCommandBuffers(bench->gpu->device, bench->gpu->command_pool, 1, &commands);
    return result == VK_SUCCESS &&
           (ended || bench_fail(bench, "the command buffer cannot hold the runs"));
}

static bool time_recordings(struct bench *bench, const vkscan_plan *plan,
                            const vkscan_plan_params *params, double *us)
{
    struct port_buffers buffers;
    vkscan_binding *binding = NULL;
    double times[REPEATS];

    bool ok = bench_buffers(bench, plan, params, &buffers);
    if (ok && params->access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        ok = port_buffers_bind(plan, &buffers, &binding) == VK_SUCCESS;
    for (uint32_t i = 0; i < REPEATS && ok; i++)
        ok = time_runs(bench, plan, binding, &buffers, params, &times[i]);
    *us = ok ? timing_summarize(times, REPEATS).median : 0;
    vkscan_binding_destroy(binding);
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
                    time_recordings(bench, plan, params, &overhead->record_us);
    vkscan_plan_destroy(plan);
    return ok;
}
