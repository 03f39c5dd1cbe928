/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "bench_timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define VECTOR_BYTES 16

/*
 * A GPU at rest raises its clocks only after some time under load, and lowers them again when left
 * waiting: so a row that comes later than COOL_MS after the one before is warmed up for WARM_UP_MS,
 * and its repeats follow in one submission.
 */
#define WARM_UP_MS 400.0
#define WARM_UP_STEP_MS 20.0
#define COOL_MS 50.0

/* Runs that are timed together, back to back with a barrier between: as many as take about this
 * long, since a timestamp is too coarse for one that takes microseconds. */
#define BATCH_MS 5.0
#define BATCH_MAX 10

bool bench_fail(struct bench *bench, const char *reason)
{
    snprintf(bench->error, sizeof(bench->error), "%s", reason);
    return false;
}

double bench_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

struct bench_time bench_summarize(double *times, uint32_t count)
{
    qsort(times, count, sizeof(times[0]), by_value);
    const double middle = times[count / 2];
    return (struct bench_time){
        .min = times[0],
        .median = count % 2 ? middle : (times[count / 2 - 1] + middle) / 2,
        .max = times[count - 1],
        .repeats = count,
    };
}

VkDeviceSize bench_limit_bytes(uint64_t count)
{
    return (count * sizeof(uint32_t) + VECTOR_BYTES - 1) / VECTOR_BYTES * VECTOR_BYTES;
}

static bool record(struct bench *bench, const struct bench_subject *subject,
                   VkCommandBuffer commands)
{
    if (subject->binding)
        return vkscan_cmd_run(subject->binding, commands, subject->count, NULL) == VK_SUCCESS;
    limits_record(bench->gpu, &bench->limits, subject->limit, subject->shape,
                  bench_limit_bytes(subject->count), commands);
    return true;
}

static bool record_batch(struct bench *bench, const struct bench_subject *subject, uint32_t batch,
                         VkCommandBuffer commands)
{
    for (uint32_t i = 0; i < batch; i++) {
        if (!record(bench, subject, commands))
            return false;
        gpu_compute_barrier(commands);
    }
    return true;
}

static bool submit(struct bench *bench, VkCommandBuffer commands)
{
    if (!gpu_submit(bench->gpu, commands))
        return bench_fail(bench, bench->gpu->error);
    bench->busy_ms = bench_now_ms();
    return true;
}

/* Times of `repeats` batches in one submission. */
static bool time_batches(struct bench *bench, const struct bench_subject *subject, uint32_t batch,
                         uint32_t repeats, double *times)
{
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    gpu_timer_reset(bench->gpu, commands);
    gpu_timer_mark(bench->gpu, commands, 0);
    for (uint32_t i = 0; i < repeats; i++) {
        if (!record_batch(bench, subject, batch, commands))
            return false;
        gpu_timer_mark(bench->gpu, commands, i + 1);
    }
    if (!submit(bench, commands))
        return false;
    for (uint32_t i = 0; i < repeats; i++) {
        if (!gpu_timer_ms(bench->gpu, i, i + 1, &times[i]))
            return bench_fail(bench, bench->gpu->error);
        times[i] /= batch;
    }
    return true;
}

static uint32_t how_many(double fit, uint32_t least, uint32_t most)
{
    return fit < least ? least : fit > most ? most : (uint32_t)fit;
}

/* A CPU has no clocks that matter here. */
static bool is_warm(const struct bench *bench)
{
    return bench->gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ||
           (bench->busy_ms > 0 && bench_now_ms() - bench->busy_ms < COOL_MS);
}

/* Runs until the clocks are up; *ms is what a run took in the end. */
static bool warm_up(struct bench *bench, const struct bench_subject *subject, double *ms)
{
    const bool warm = is_warm(bench);
    const double start = bench_now_ms();
    uint32_t batch = 1;

    do { /* at least once, which touches pages and caches */
        if (!time_batches(bench, subject, batch, 1, ms))
            return false;
        *ms = *ms > 1e-3 ? *ms : 1e-3;
        batch = how_many(WARM_UP_STEP_MS / *ms, 1, 10000);
    } while (!warm && bench_now_ms() - start < WARM_UP_MS);
    return true;
}

bool bench_time_subject(struct bench *bench, const struct bench_subject *subject, uint32_t repeat,
                        struct bench_time *time)
{
    double times[BENCH_MAX_REPEATS];
    double ms;

    if (!warm_up(bench, subject, &ms))
        return false;
    const uint32_t batch = how_many(BATCH_MS / ms, 1, BATCH_MAX);
    const uint32_t repeats =
        how_many(ROW_MS / ms / batch, repeat < REPEATS_MIN ? repeat : REPEATS_MIN, repeat);
    if (!time_batches(bench, subject, batch, repeats, times))
        return false;
    *time = bench_summarize(times, repeats);
    return true;
}

bool bench_run_once(struct bench *bench, const struct bench_subject *subject, uint32_t fill,
                    uint64_t result_count)
{
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    vkCmdFillBuffer(commands, bench->destination.buffer, 0, VK_WHOLE_SIZE, fill);
    gpu_barrier(commands);
    if (!record(bench, subject, commands))
        return false;
    gpu_barrier(commands);
    return submit(bench, commands) &&
           (gpu_download(bench->gpu, &bench->destination, 0, bench->result,
                         result_count * sizeof(uint32_t)) ||
            bench_fail(bench, bench->gpu->error));
}
