/* SPDX-License-Identifier: MIT */
/* Measures what the host pays to create plans, with and without compiled pipelines, and to record
 * runs. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#include "measure.h"

#define COMPILATIONS_MAX 8 /* more than an algorithm has stages */

struct compilations {
    struct compilation list[COMPILATIONS_MAX];
    uint32_t count;
};

struct overhead {
    uint64_t count;                       /* elements */
    double cold_ms, cached_ms, shared_ms; /* milliseconds to create a plan */
    double record_us;                     /* microseconds to record a run */
    struct compilations compilations;     /* those of the cold plan */
};

/* Measures a plan for params->capacity elements, on a bench that was opened for this plan alone, so
 * that its cache is empty. Returns false with the reason in bench->error. */
bool bench_overhead(struct bench *bench, const vkscan_plan_params *params,
                    struct overhead *overhead);

#endif
