/* SPDX-License-Identifier: MIT */
/* Measures and verifies one row of the benchmark. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "workspace.h"
#include "port_buffers.h"

/* These three measure params->capacity elements, or a limit's work, and verify the result. They
 * return false if it is wrong, or the measurement failed. */
bool bench_algorithm(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
                     struct timing *time);
bool bench_limit(struct bench *bench, const struct limit_work *work, uint32_t repeat,
                 struct timing *time);
bool bench_cpu(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
               struct timing *time);

/* Returns what the plan's limit moves. */
struct limit_work bench_limit_work(const struct bench *bench, const vkscan_plan_params *params);

/* Fills in the buffers that a run of the plan is recorded with. The scratch is made large enough,
 * and is not cleared. */
bool bench_buffers(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                   struct port_buffers *buffers);

/* Returns the seed of the plan's runs; NULL if they have none. */
const void *bench_seed(const struct bench *bench, const vkscan_plan_params *params);

/* The two halves of bench_algorithm(), with a plan for params that the caller has made. */
bool bench_time_plan(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                     uint32_t repeat, struct timing *time);
bool bench_verify_plan(struct bench *bench, const vkscan_plan *plan,
                       const vkscan_plan_params *params);

#endif
