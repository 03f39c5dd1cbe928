/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "bench_measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "baseline.h"
#include "reference.h"

#define VECTOR_BYTES 16
#define POISON 0xdeadbeefu

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

/* Fewer repeats where they would take longer than this, but not fewer than three. */
#define ROW_MS 2000.0
#define REPEATS_MIN 3

static bool fail(struct bench *bench, const char *reason)
{
    snprintf(bench->error, sizeof(bench->error), "%s", reason);
    return false;
}

static void on_message(void *user, VkResult result, const char *message)
{
    (void)result;
    fail(user, message);
}

static double now_ms(void)
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

static struct bench_time summarize(double *times, uint32_t count)
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

/* ---- the workspace ---- */

static VkDeviceSize round_up(VkDeviceSize size, VkDeviceSize to)
{
    return (size + to - 1) / to * to;
}

static bool open_buffers(struct bench *bench, VkDeviceSize size)
{
    return gpu_buffer_create(bench->gpu, size, GPU_MEMORY_DEVICE, &bench->source) &&
           gpu_buffer_create(bench->gpu, size, GPU_MEMORY_DEVICE, &bench->destination) &&
           gpu_upload(bench->gpu, &bench->source, 0, bench->data, size);
}

bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params)
{
    const VkDeviceSize size = round_up((capacity ? capacity : 1) * sizeof(uint32_t), VECTOR_BYTES);
    vkscan_context_params context = gpu_context_params(gpu);

    *bench = (struct bench){.gpu = gpu, .capacity = capacity};
    context.message = on_message;
    context.message_user = bench;
    bench->data = calloc(1, size);
    bench->result = calloc(1, size);
    if (!bench->data || !bench->result)
        return fail(bench, "out of memory");
    reference_fill(params->type, params->op, REFERENCE_RANDOM, 1, bench->data, capacity);
    if (vkscan_context_create(&context, &bench->context) != VK_SUCCESS)
        return false;
    if (!open_buffers(bench, size))
        return fail(bench, gpu->error);
    if (!limits_create(gpu, &bench->source, &bench->destination, size, &bench->limits))
        return fail(bench, "the device does not take the limit shaders");
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

/* ---- timing ---- */

/* What is timed: a plan's run, or a limit shader. */
struct subject {
    const vkscan_binding *binding; /* NULL: the limit */
    uint64_t count;
    enum limit limit;
    uint32_t shape;
};

static bool record(struct bench *bench, const struct subject *subject, VkCommandBuffer commands)
{
    if (subject->binding)
        return vkscan_cmd_run(subject->binding, commands, subject->count, NULL) == VK_SUCCESS;
    limits_record(bench->gpu, &bench->limits, subject->limit, subject->shape,
                  round_up(subject->count * sizeof(uint32_t), VECTOR_BYTES), commands);
    return true;
}

static bool record_batch(struct bench *bench, const struct subject *subject, uint32_t batch,
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
        return fail(bench, bench->gpu->error);
    bench->busy_ms = now_ms();
    return true;
}

/* Times of `repeats` batches in one submission. */
static bool time_batches(struct bench *bench, const struct subject *subject, uint32_t batch,
                         uint32_t repeats, double *times)
{
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return fail(bench, bench->gpu->error);
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
            return fail(bench, bench->gpu->error);
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
           (bench->busy_ms > 0 && now_ms() - bench->busy_ms < COOL_MS);
}

/* Runs until the clocks are up; *ms is what a run took in the end. */
static bool warm_up(struct bench *bench, const struct subject *subject, double *ms)
{
    const bool warm = is_warm(bench);
    const double start = now_ms();
    uint32_t batch = 1;

    do { /* at least once, which touches pages and caches */
        if (!time_batches(bench, subject, batch, 1, ms))
            return false;
        *ms = *ms > 1e-3 ? *ms : 1e-3;
        batch = how_many(WARM_UP_STEP_MS / *ms, 1, 10000);
    } while (!warm && now_ms() - start < WARM_UP_MS);
    return true;
}

static bool measure(struct bench *bench, const struct subject *subject, uint32_t repeat,
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
    *time = summarize(times, repeats);
    return true;
}

/* Once more, over a filled destination, for checking. */
static bool run_once(struct bench *bench, const struct subject *subject, uint32_t fill,
                     uint64_t result_count)
{
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return fail(bench, bench->gpu->error);
    vkCmdFillBuffer(commands, bench->destination.buffer, 0, VK_WHOLE_SIZE, fill);
    gpu_barrier(commands);
    if (!record(bench, subject, commands))
        return false;
    gpu_barrier(commands);
    return submit(bench, commands) &&
           (gpu_download(bench->gpu, &bench->destination, 0, bench->result,
                         result_count * sizeof(uint32_t)) ||
            fail(bench, bench->gpu->error));
}

/* ---- rows ---- */

static bool check_algorithm(struct bench *bench, const vkscan_plan_params *params)
{
    const uint32_t seed = reference_identity(params->type, params->op);
    uint64_t at = 0;

    if (reference_check(params, seed, bench->data, params->capacity, bench->result, &at))
        return true;
    snprintf(bench->error, sizeof(bench->error), "element %llu of the result is wrong",
             (unsigned long long)at);
    return false;
}

static bool bind(struct bench *bench, vkscan_plan *plan, const vkscan_plan_params *params,
                 vkscan_binding **binding)
{
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    if (info.scratch_size > bench->scratch.size) {
        gpu_buffer_destroy(bench->gpu, &bench->scratch);
        if (!gpu_buffer_create(bench->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &bench->scratch))
            return fail(bench, bench->gpu->error);
    }
    if (!gpu_fill(bench->gpu, &bench->scratch, 0, info.scratch_zeroed, 0))
        return fail(bench, bench->gpu->error);
    const VkDeviceSize size = params->capacity * sizeof(uint32_t);
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&bench->source, 0, size),
        .destination = gpu_range(&bench->destination, 0, reduce ? sizeof(uint32_t) : size),
        .scratch = gpu_range(&bench->scratch, 0, info.scratch_size),
    };
    return vkscan_binding_create(plan, &buffers, binding) == VK_SUCCESS;
}

bool bench_algorithm(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
                     struct bench_time *time)
{
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;
    vkscan_plan *plan = NULL;
    vkscan_binding *binding = NULL;

    bool ok = vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS &&
              bind(bench, plan, params, &binding);
    const struct subject subject = {.binding = binding, .count = params->capacity};
    ok = ok && measure(bench, &subject, repeat, time) &&
         run_once(bench, &subject, POISON, reduce ? 1 : params->capacity) &&
         check_algorithm(bench, params);
    vkscan_binding_destroy(binding);
    vkscan_plan_destroy(plan);
    return ok;
}

static bool check_limit(struct bench *bench, enum limit limit, uint64_t words)
{
    uint32_t all = 0;

    if (limit == LIMIT_COPY)
        return memcmp(bench->result, bench->data, words * sizeof(uint32_t)) == 0 ||
               fail(bench, "the copy is wrong");
    for (uint64_t i = 0; i < words; i++)
        all ^= bench->data[i];
    return bench->result[0] == all || fail(bench, "the read is wrong");
}

bool bench_limit(struct bench *bench, enum limit limit, uint64_t count, uint32_t repeat,
                 struct bench_time *time)
{
    const uint64_t words = round_up(count * sizeof(uint32_t), VECTOR_BYTES) / sizeof(uint32_t);

    for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++) {
        const struct subject subject = {.count = count, .limit = limit, .shape = shape};
        struct bench_time shape_time;
        if (!measure(bench, &subject, repeat, &shape_time) ||
            !run_once(bench, &subject, 0, limit == LIMIT_COPY ? words : 1) ||
            !check_limit(bench, limit, words))
            return false;
        if (shape == 0 || shape_time.median < time->median)
            *time = shape_time;
    }
    return true;
}

bool bench_cpu(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
               struct bench_time *time)
{
    const uint32_t seed = reference_identity(params->type, params->op);
    const double start = now_ms();
    double *times = calloc(repeat, sizeof(times[0]));
    uint32_t done = 0;

    if (!times)
        return fail(bench, "out of memory");
    baseline_run(params, seed, bench->data, params->capacity, bench->result); /* warm-up */
    while (done < repeat && (done < REPEATS_MIN || now_ms() - start < ROW_MS)) {
        const double before = now_ms();
        baseline_run(params, seed, bench->data, params->capacity, bench->result);
        times[done++] = now_ms() - before;
    }
    *time = summarize(times, done);
    free(times);
    return check_algorithm(bench, params);
}
