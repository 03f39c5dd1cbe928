/* SPDX-License-Identifier: MIT */
/* Measures and verifies the rows of a primitive in the benchmark. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "gpu.h"
#include "limits.h"
#include "port_buffers.h"
#include "refusal.h"
#include "subject.h"
#include "timing.h"

/* ---- workspace.c ---- */

/* Buffers and data of one primitive, for all counts up to a capacity. The source and the
 * destination are the blocks of subject.h. */
struct bench {
    struct gpu *gpu;
    PFN_vkGetInstanceProcAddr loader; /* the loader of all contexts */
    vkscan_context *context;
    VkPipelineCache pipelines; /* the cache of all contexts; may be VK_NULL_HANDLE */
    struct gpu_buffer source, destination, scratch;
    VkDeviceSize count_place; /* offset behind the block: all operands are in one buffer */
    struct limits limits;
    uint32_t *data;   /* the source, as words */
    uint32_t *result; /* the downloaded result, or the CPU's; as words */
    uint32_t seed[4]; /* the element that selections compare with */
    uint64_t capacity;
    uint64_t planned; /* the capacity of all plans; 0: that of what they compute */
    double busy_ms;   /* time when the device last ended its work; 0: it has not been warmed up */
    char error[REFUSAL_SIZE]; /* reason why the last call failed, one sentence */
};

/* Opens a bench for `capacity` elements, and plans of `planned`; one that only records runs has no
 * data and no limits. */
bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity, uint64_t planned,
                const vkscan_plan_params *params, bool only_records);
void bench_close(struct bench *bench);

/* Opens the context again, with the current bench->loader and the tuning that bench->gpu has now.
 */
bool bench_renew_context(struct bench *bench);

/* Fills the source for params->capacity elements. Reductions and scans have random ones. */
bool bench_fill(struct bench *bench, const vkscan_plan_params *params,
                enum reference_sort_data data);

/* Returns the parameters of the plan that computes params->capacity elements. */
vkscan_plan_params bench_planned(uint64_t planned, const vkscan_plan_params *params);

/* Returns the run that the bench measures. */
struct subject_run bench_run_of(const struct bench *bench, const vkscan_plan_params *params);

/* Returns the bytes of a destination that holds what is written and every copy of what is read. */
VkDeviceSize bench_destination_size(const struct subject_layout *layout);

/* Stores the reason in bench->error. Returns false. */
bool bench_fail(struct bench *bench, const char *reason);

/* ---- measure.c ---- */

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

#endif
