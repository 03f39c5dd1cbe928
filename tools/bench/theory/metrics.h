/* SPDX-License-Identifier: MIT */
/* The measures by which parallel algorithms are compared, for a plan and a count. Pure arithmetic
 * over the passes and their kernels' rows in kernel_costs.c; calls no Vulkan. */
#ifndef THEORY_METRICS_H
#define THEORY_METRICS_H

#include "kernel_costs.h"

struct metrics {
    uint64_t steps; /* T(n): parallel steps, with as many processors as there is work for */
    uint64_t work;  /* W(n): combinations */
    uint64_t time;  /* T(n, p): an upper bound with p processors, by Brent's theorem */
    uint64_t cost;  /* C(n, p) = p T(n, p): work, and the turns of idle processors */
    bool work_optimal;
    bool cost_optimal; /* work-optimal, and processors are busy at least half of the time */

    uint64_t dispatches;
    uint64_t pipeline_barriers; /* between dispatches */
    uint64_t path_barriers; /* barriers that one workgroup meets in each dispatch, for one tile */
    uint64_t barriers;      /* calls of barrier() in all workgroups together */
    uint64_t bytes_read;    /* bytes of elements in device memory, without status words */
    uint64_t bytes_written;
    uint64_t shared_bytes; /* shared memory of a workgroup */
};

/* Computes the metrics. subgroup_size is the device's; processors is p, at least 1; count is at
 * most the capacity. */
void metrics_compute(const struct plan *plan, uint32_t subgroup_size, uint64_t count,
                     uint64_t processors, struct metrics *out);

/* Computes the bank conflicts of one tile, as all tiles have the same: see kernel_conflicts(). */
uint32_t metrics_conflicts(const struct plan *plan, uint32_t subgroup_size, uint32_t banks,
                           uint32_t conflicts[CONFLICT_STEPS]);

#endif
