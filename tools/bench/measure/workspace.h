/* SPDX-License-Identifier: MIT */
/* What measurements share: the device, its buffers and data. */
#ifndef MEASURE_WORKSPACE_H
#define MEASURE_WORKSPACE_H

#include "gpu.h"
#include "limits.h"
#include "refusal.h"
#include "subject.h"
#include "timing.h"

/* Buffers and data of one primitive for all counts up to a capacity. Source and
 * destination are the blocks of subject.h. */
struct bench {
    struct gpu *gpu;
    PFN_vkGetInstanceProcAddr loader; /* of all contexts */
    vkscan_context *context;
    VkPipelineCache pipelines; /* of all contexts; may be VK_NULL_HANDLE */
    struct gpu_buffer source, destination, scratch;
    VkDeviceSize count_place; /* in the destination, behind the block: all operands are in one */
    struct limits limits;
    uint32_t *data;   /* the source; both as words */
    uint32_t *result; /* downloaded, or the CPU's */
    uint32_t seed[4]; /* what selections compare with */
    uint64_t capacity;
    double busy_ms; /* when the device last ended its work; 0: it has not been warmed up */
    char error[REFUSAL_SIZE]; /* why the last call failed, one sentence */
};

bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params);

/* The device's part of it alone, without limits: for runs that are only recorded. */
bool bench_open_device(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                       const vkscan_plan_params *params);
void bench_close(struct bench *bench);

/* Opens the context again, with the loader, and the tuning that bench->gpu has, now. */
bool bench_renew_context(struct bench *bench);

/* Fills the source for params->capacity elements, of reductions and scans with random ones. */
bool bench_fill(struct bench *bench, const vkscan_plan_params *params,
                enum reference_sort_data data);

/* The run that it measures. */
struct subject_run bench_run_of(const struct bench *bench, const vkscan_plan_params *params);

/* Bytes of a destination that holds what is written and every copy of what is read. */
VkDeviceSize bench_destination_size(const struct subject_layout *layout);

/* Stores the reason in bench->error. Returns false. */
bool bench_fail(struct bench *bench, const char *reason);

#endif
