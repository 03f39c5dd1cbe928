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
    const uint32_t element = vkscan_type_size(params->type);
    const VkDeviceSize size = params->capacity * element;
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&bench->source, 0, size),
        .destination = gpu_range(&bench->destination, 0, reduce ? element : size),
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
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;
    struct bench_subject subject = {.count = params->capacity};
    vkscan_binding *binding = NULL;

    bool ok = bind(bench, plan, params, &binding);
    subject.binding = binding;
    ok = ok &&
         bench_run_once(bench, &subject, POISON,
                        vkscan_type_size(params->type) * (reduce ? 1 : params->capacity)) &&
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

static bool check_limit(struct bench *bench, enum limit limit, uint64_t words)
{
    uint32_t all = 0;

    if (limit == LIMIT_COPY)
        return memcmp(bench->result, bench->data, words * sizeof(uint32_t)) == 0 ||
               bench_fail(bench, "the copy is wrong");
    for (uint64_t i = 0; i < words; i++)
        all ^= bench->data[i];
    return bench->result[0] == all || bench_fail(bench, "the read is wrong");
}

bool bench_limit(struct bench *bench, enum limit limit, VkDeviceSize size, uint32_t repeat,
                 struct timing *time)
{
    const uint64_t words = limits_bytes(size) / sizeof(uint32_t);

    for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++) {
        const struct bench_subject subject = {
            .limit_size = limits_bytes(size), .limit = limit, .shape = shape};
        struct timing shape_time;
        if (!bench_time_subject(bench, &subject, repeat, &shape_time) ||
            !bench_run_once(bench, &subject, 0,
                            (limit == LIMIT_COPY ? words : 1) * sizeof(uint32_t)) ||
            !check_limit(bench, limit, words))
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
    double *times = calloc(repeat, sizeof(times[0]));
    uint32_t done = 0;

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
    return check_algorithm(bench, params);
}
