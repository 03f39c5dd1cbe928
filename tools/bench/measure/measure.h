/* SPDX-License-Identifier: MIT */
/* Measuring and verifying one row of the benchmark. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "gpu.h"
#include "limits.h"
#include "timing.h"

/* Buffers and data for all counts up to a capacity. */
struct bench {
    struct gpu *gpu;
    vkscan_context *context;
    struct gpu_buffer source, destination, scratch;
    struct limits limits;
    uint32_t *data;   /* the source */
    uint32_t *result; /* downloaded, or the CPU's */
    uint64_t capacity;
    double busy_ms;  /* when the device last ended its work; 0: it has not been warmed up */
    char error[512]; /* why the last call failed, one sentence */
};

/* Fills the source with random elements; warms the device up. */
bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params);
void bench_close(struct bench *bench);

/*
 * Each measures with params.capacity as the count, checks what was computed, and returns false if
 * that was wrong or could not be done.
 */
bool bench_algorithm(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
                     struct timing *time);
bool bench_limit(struct bench *bench, enum limit limit, uint64_t count, uint32_t repeat,
                 struct timing *time);
bool bench_cpu(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
               struct timing *time);

/* The two halves of bench_algorithm, with a plan for params that the caller made. */
bool bench_time_plan(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                     uint32_t repeat, struct timing *time);
bool bench_verify_plan(struct bench *bench, const vkscan_plan *plan,
                       const vkscan_plan_params *params);

#endif
