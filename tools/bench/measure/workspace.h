/* SPDX-License-Identifier: MIT */
/* What measuring needs: an open device with buffers and data. */
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

/* Keeps the reason in bench->error; returns false. */
bool bench_fail(struct bench *bench, const char *reason);

#endif
