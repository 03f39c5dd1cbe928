/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "reference.h"
#include "subject.h"

#define POISON 0xdeadbeefu

static bool check_algorithm(struct bench *bench, const vkscan_plan_params *params)
{
    uint64_t at = 0;

    if (reference_check(params, NULL, bench->data, params->capacity, bench->result, &at))
        return true;
    snprintf(bench->error, sizeof(bench->error), "element %llu of the result is wrong",
             (unsigned long long)at);
    return false;
}

/* Kernels access small elements by words. */
static VkDeviceSize whole_words(VkDeviceSize size)
{
    return (size + 3) & ~(VkDeviceSize)3;
}

/* Bytes. */
static VkDeviceSize result_size(const vkscan_plan_params *params)
{
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;

    return (reduce ? 1 : params->capacity) * bench_out_size(params);
}

static bool bind(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                 vkscan_binding **binding)
{
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    if (info.scratch_size > bench->scratch.size) {
        gpu_buffer_destroy(bench->gpu, &bench->scratch);
        if (!gpu_buffer_create(bench->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &bench->scratch))
            return bench_fail(bench, bench->gpu->error);
    }
    if (!gpu_fill(bench->gpu, &bench->scratch, 0, info.scratch_zeroed, 0))
        return bench_fail(bench, bench->gpu->error);
    const vkscan_binding_params buffers = {
        .source = gpu_range(&bench->source, 0,
                            whole_words(params->capacity * vkscan_type_size(params->type))),
        .destination = gpu_range(&bench->destination, 0, whole_words(result_size(params))),
        .scratch = gpu_range(&bench->scratch, 0, info.scratch_size),
    };
    return vkscan_binding_create(plan, &buffers, binding) == VK_SUCCESS;
}

bool bench_time_plan(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                     uint32_t repeat, struct timing *time)
{
    struct bench_subject subject = {.count = params->capacity};
    vkscan_binding *binding = NULL;

    bool ok = bind(bench, plan, params, &binding);
    subject.binding = binding;
    ok = ok && bench_time_subject(bench, &subject, repeat, time);
    vkscan_binding_destroy(binding);
    return ok;
}

bool bench_verify_plan(struct bench *bench, const vkscan_plan *plan,
                       const vkscan_plan_params *params)
{
    struct bench_subject subject = {.count = params->capacity};
    vkscan_binding *binding = NULL;

    bool ok = bind(bench, plan, params, &binding);
    subject.binding = binding;
    ok = ok && bench_run_once(bench, &subject, POISON, result_size(params)) &&
         check_algorithm(bench, params);
    vkscan_binding_destroy(binding);
    return ok;
}

bool bench_algorithm(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
                     struct timing *time)
{
    vkscan_plan *plan = NULL;

    const bool ok = vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS &&
                    bench_time_plan(bench, plan, params, repeat, time) &&
                    bench_verify_plan(bench, plan, params);
    vkscan_plan_destroy(plan);
    return ok;
}

static bool check_copy(struct bench *bench, uint32_t shape, VkDeviceSize size)
{
    static const unsigned char zeros[LIMIT_VECTOR_BYTES];
    const char *source = (const char *)bench->data, *copied = (const char *)bench->result;
    const uint64_t vectors = size / LIMIT_VECTOR_BYTES;

    for (uint64_t i = 0; i < vectors * bench->limits.copies; i++) {
        const uint64_t from = limits_find_copy(&bench->limits, shape, i);
        if (memcmp(copied + i * LIMIT_VECTOR_BYTES,
                   from < vectors ? source + from * LIMIT_VECTOR_BYTES : (const char *)zeros,
                   LIMIT_VECTOR_BYTES) != 0)
            return bench_fail(bench, "the copy is wrong");
    }
    return true;
}

static bool check_read(struct bench *bench, VkDeviceSize size)
{
    uint32_t all = 0;

    for (uint64_t i = 0; i < size / sizeof(all); i++)
        all ^= bench->data[i];
    return bench->result[0] == all || bench_fail(bench, "the read is wrong");
}

bool bench_limit(struct bench *bench, enum limit limit, VkDeviceSize size, uint32_t repeat,
                 struct timing *time)
{
    const VkDeviceSize bytes = limits_bytes(size);
    const VkDeviceSize result =
        limit == LIMIT_COPY ? bytes * bench->limits.copies : sizeof(uint32_t);

    for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++) {
        const struct bench_subject subject = {.limit_size = bytes, .limit = limit, .shape = shape};
        struct timing shape_time;
        if (!bench_time_subject(bench, &subject, repeat, &shape_time) ||
            !bench_run_once(bench, &subject, 0, result) ||
            !(limit == LIMIT_COPY ? check_copy(bench, shape, bytes) : check_read(bench, bytes)))
            return false;
        if (shape == 0 || shape_time.median < time->median)
            *time = shape_time;
    }
    return true;
}

bool bench_cpu(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
               struct timing *time)
{
    const double start = timing_now_ms();
    vkscan_plan_params forward = *params; /* as the loop goes, which takes the same time */
    double *times = calloc(repeat, sizeof(times[0]));
    uint32_t done = 0;

    forward.flags = 0;
    if (!times)
        return bench_fail(bench, "out of memory");
    baseline_run(params, bench->data, params->capacity, bench->result); /* warm-up */
    while (done < repeat &&
           (done < TIMING_REPEATS_MIN || timing_now_ms() - start < TIMING_ROW_MS)) {
        const double before = timing_now_ms();
        baseline_run(params, bench->data, params->capacity, bench->result);
        times[done++] = timing_now_ms() - before;
    }
    *time = timing_summarize(times, done);
    free(times);
    return check_algorithm(bench, &forward);
}
