/* SPDX-License-Identifier: MIT */
/* Peers that sort u32 with Vulkan, on a device of the program's own. They sort in place, so the
 * source is copied before each run, and runs are timed one by one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_sort.h"

#define COUNT_MOST (1u << 29)            /* vrdx counts bytes of keys in 32 bits */
#define RUNS_MOST (GPU_TIMER_SLOTS / 2u) /* runs in a submission */
#define POISON 0xa5a5a5a5u

static struct {
    struct gpu gpu;
    struct gpu_buffer source, data, scratch;
} own;

static bool fail(struct peer *peer)
{
    snprintf(peer->error, sizeof(peer->error), "%s", own.gpu.error);
    return false;
}

bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE])
{
    if (!gpu_open(&own.gpu, &(struct gpu_options){.uuid = uuid, .enable = vulkan_sort_enable}))
        return fail(peer);
    const VkPhysicalDeviceProperties *properties = &own.gpu.properties;
    snprintf(peer->version, sizeof(peer->version), "%s", vulkan_sort_version);
    snprintf(peer->runtime, sizeof(peer->runtime), "Vulkan 1.2");
    snprintf(peer->driver, sizeof(peer->driver), "Vulkan %u.%u.%u",
             VK_API_VERSION_MAJOR(properties->apiVersion),
             VK_API_VERSION_MINOR(properties->apiVersion),
             VK_API_VERSION_PATCH(properties->apiVersion));
    snprintf(peer->device, sizeof(peer->device), "%s", properties->deviceName);
    return true;
}

void peer_close(struct peer *peer)
{
    (void)peer;
    vulkan_sort_close(&own.gpu);
    gpu_buffer_destroy(&own.gpu, &own.scratch);
    gpu_buffer_destroy(&own.gpu, &own.data);
    gpu_buffer_destroy(&own.gpu, &own.source);
    gpu_close(&own.gpu);
}

/* ---- data ---- */

static bool is_interleaved(const struct peer_job *job)
{
    return vulkan_sort_interleaves && job->value_size;
}

static size_t data_size(const struct peer_job *job)
{
    return is_interleaved(job) ? job->count * 2 * sizeof(uint32_t) : job->source_size;
}

/* Stores the job's keys and values as pairs. */
static void interleave(const struct peer_job *job, const void *source, uint32_t *pairs)
{
    const uint32_t *keys = source;
    const uint32_t *values = keys + job->second_offset / sizeof(*keys);

    for (uint64_t i = 0; i < job->count; i++) {
        pairs[2 * i] = values[i];
        pairs[2 * i + 1] = keys[i];
    }
}

static void separate(const struct peer_job *job, const uint32_t *pairs, void *result)
{
    uint32_t *keys = result;
    uint32_t *values = keys + job->second_offset / sizeof(*keys);

    for (uint64_t i = 0; i < job->count; i++) {
        values[i] = pairs[2 * i];
        keys[i] = pairs[2 * i + 1];
    }
}

static bool upload(const struct peer_job *job, const void *source)
{
    if (!is_interleaved(job))
        return gpu_upload(&own.gpu, &own.source, 0, source, data_size(job));
    uint32_t *pairs = malloc(data_size(job));
    if (!pairs)
        return gpu_fail(&own.gpu, "out of memory");
    interleave(job, source, pairs);
    const bool ok = gpu_upload(&own.gpu, &own.source, 0, pairs, data_size(job));
    free(pairs);
    return ok;
}

static bool download(const struct peer_job *job, void *result)
{
    if (!is_interleaved(job))
        return gpu_download(&own.gpu, &own.data, 0, result, job->destination_size);
    uint32_t *pairs = malloc(data_size(job));
    if (!pairs)
        return gpu_fail(&own.gpu, "out of memory");
    const bool ok = gpu_download(&own.gpu, &own.data, 0, pairs, data_size(job));
    if (ok)
        separate(job, pairs, result);
    free(pairs);
    return ok;
}

bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source)
{
    struct vulkan_sort_sizes sizes;

    peer->job = *job;
    if (strcmp(job->primitive, "sort") != 0 || strcmp(job->type, "u32") != 0 ||
        (job->value_size && job->value_size != sizeof(uint32_t)) || job->count > COUNT_MOST ||
        job->length || job->segments) {
        snprintf(peer->error, sizeof(peer->error),
                 "there is no %s of %" PRIu64 " %s%s with values of %zu bytes here; there are "
                 "sorts of up to %u u32 with values of 0 or 4 bytes",
                 job->primitive, job->count, job->type,
                 job->length     ? " in rows"
                 : job->segments ? " in segments"
                                 : "",
                 job->value_size, COUNT_MOST);
        return false;
    }
    return (vulkan_sort_open(&own.gpu, job, &sizes) &&
            gpu_buffer_create(&own.gpu, data_size(job), GPU_MEMORY_DEVICE, &own.source) &&
            gpu_buffer_create(&own.gpu, sizes.data, GPU_MEMORY_DEVICE, &own.data) &&
            gpu_buffer_create(&own.gpu, sizes.scratch, GPU_MEMORY_DEVICE, &own.scratch) &&
            upload(job, source)) ||
           fail(peer);
}

/* ---- runs ---- */

static void restore(const struct peer_job *job, VkCommandBuffer commands)
{
    gpu_barrier(commands);
    vkCmdCopyBuffer(commands, own.source.buffer, own.data.buffer, 1,
                    &(VkBufferCopy){.size = data_size(job)});
    gpu_barrier(commands);
}

/* Times `count` runs in one submission. */
static bool time_runs(const struct peer_job *job, uint32_t count, double ms[RUNS_MOST])
{
    struct gpu *gpu = &own.gpu;
    VkCommandBuffer commands = gpu_begin(gpu);
    bool ok = true;

    if (!commands)
        return false;
    gpu_timer_reset(gpu, commands);
    for (uint32_t i = 0; i < count; i++) {
        restore(job, commands);
        gpu_timer_mark(gpu, commands, 2 * i);
        vulkan_sort_record(gpu, job, commands, &own.data, &own.scratch);
        gpu_timer_mark(gpu, commands, 2 * i + 1);
    }
    if (!gpu_submit(gpu, commands))
        return false;
    for (uint32_t i = 0; i < count && ok; i++)
        ok = gpu_timer_ms(gpu, 2 * i, 2 * i + 1, &ms[i]);
    return ok;
}

/* The time of a batch is the sum of its runs' times. */
bool peer_time(void *subject, uint32_t batch, uint32_t repeats, double *times)
{
    struct peer *peer = subject;
    double ms[RUNS_MOST];
    const uint32_t runs = batch * repeats;
    uint32_t count;

    memset(times, 0, repeats * sizeof(times[0]));
    for (uint32_t done = 0; done < runs; done += count) {
        count = runs - done < RUNS_MOST ? runs - done : RUNS_MOST;
        if (!time_runs(&peer->job, count, ms))
            return fail(peer);
        for (uint32_t i = 0; i < count; i++)
            times[(done + i) / batch] += ms[i] / batch;
    }
    return true;
}

static bool run_once(const struct peer_job *job)
{
    VkCommandBuffer commands = gpu_begin(&own.gpu);

    if (!commands)
        return false;
    restore(job, commands);
    vulkan_sort_record(&own.gpu, job, commands, &own.data, &own.scratch);
    gpu_barrier(commands);
    return gpu_submit(&own.gpu, commands);
}

bool peer_run_once(struct peer *peer, void *result)
{
    return (gpu_fill(&own.gpu, &own.data, 0, VK_WHOLE_SIZE, POISON) &&
            gpu_fill(&own.gpu, &own.scratch, 0, VK_WHOLE_SIZE, POISON) && run_once(&peer->job) &&
            download(&peer->job, result)) ||
           fail(peer);
}
