/* SPDX-License-Identifier: MIT */
/* What the host pays: for plans without and with what was compiled before, and for recordings. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#include "compilation.h"
#include "workspace.h"

struct overhead {
    uint64_t count;                       /* elements */
    double cold_ms, cached_ms, shared_ms; /* to create a plan */
    double record_us;                     /* a run */
    struct compilations compilations;     /* of the cold plan */
};

/* Of params->capacity elements, on a bench that was opened for this plan alone, so that its cache
 * is empty. False with the reason in bench->error. */
bool bench_overhead(struct bench *bench, const vkscan_plan_params *params,
                    struct overhead *overhead);

#endif
