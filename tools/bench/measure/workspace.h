/* SPDX-License-Identifier: MIT */
/* What measurements share: the device, its buffers and data. */
#ifndef MEASURE_WORKSPACE_H
#define MEASURE_WORKSPACE_H

#include "gpu.h"
#include "limits.h"
#include "timing.h"

/* Buffers and data for all counts up to a capacity. */
struct bench {
    struct gpu *gpu;
    vkscan_context *context;
    struct gpu_buffer source, destination, scratch;
    struct limits limits;
    uint32_t *data;   /* the source; both as words */
    uint32_t *result; /* downloaded, or the CPU's */
    uint64_t capacity;
    double busy_ms;  /* when the device last ended its work; 0: it has not been warmed up */
    char error[512]; /* why the last call failed, one sentence */
};

/* Bytes of an element of the destination. */
uint32_t bench_out_size(const vkscan_plan_params *params);

/* Fills the source with random elements; warms the device up. */
bool bench_open(struct bench *bench, struct gpu *gpu, uint64_t capacity,
                const vkscan_plan_params *params);
void bench_close(struct bench *bench);

/* Stores the reason in bench->error. Returns false. */
bool bench_fail(struct bench *bench, const char *reason);

#endif
