/* SPDX-License-Identifier: MIT */
/* Measuring and verifying one row of the benchmark. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "workspace.h"

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
