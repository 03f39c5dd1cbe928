/* SPDX-License-Identifier: MIT */
/* The measures by which parallel algorithms are compared, for a plan and a count. Pure arithmetic
 * over the passes and their kernels' rows in kernel_costs.c; calls no Vulkan. */
#ifndef THEORY_METRICS_H
#define THEORY_METRICS_H

#include "plan.h"

/* ---- kernel_costs.c: a row of formulas for each kernel, found by its name ---- */

/*
 * The cost of a dispatch. Work is the number of combinations, that is of calls of combine(),
 * including those with padding, seeds, prefixes and aggregates. Steps are layers of combinations of
 * which none needs another's result: a thread's loop over its elements is one step if its turns are
 * independent, else a step per turn.
 */
struct kernel_cost {
    const char *kernel;
    uint64_t work, steps;
    uint64_t barriers,
        path_barriers;      /* calls of barrier(): by all, and by one workgroup for one tile */
    uint64_t loads, stores; /* elements of device memory, counted per thread */
    /* The kinds of its steps, in order. In shared memory: U, D: up and down a tree over the tile;
     * u, d: up and down a tree over leaves of items, which have the root in common; H:
     * hand_on.glsl; K: kogge_stone.glsl; T: halves; l: each item of the leaves; a: all items of the
     * leaves in one step. In device memory: N: strides of a scan; I: neighbours; S: halves; L: the
     * halves of a tile, while loading. x: an exclusive scan's shift, X: in its first pass; z: the
     * root becomes the seed; o: an inclusive scan combines its own element. */
    const char *kinds;
};

/* Finds the cost of a pass on a device whose subgroups use `lanes` lanes. Returns false if there is
 * no such kernel. */
bool kernel_cost_find(const struct plan *plan, const struct pass *pass, uint32_t lanes,
                      struct kernel_cost *out);

/* Lanes that access shared memory at once, and meet in its banks, which are of one word each. */
#define CONFLICT_LANES SHAPE_BANKS
#define STEPS_MAX 64 /* steps of a tile, at most */

/* ---- formulas.c ---- */

struct formulas {
    const char *work, *steps; /* in n and log n; NULL: no textbook has any */
};

struct formulas metrics_formulas(const struct plan *plan);

/* ---- metrics.c ---- */

struct metrics {
    uint64_t steps; /* T(n): parallel steps, with as many processors as there is work for */
    uint64_t work;  /* W(n): combinations */
    uint64_t time;  /* T(n, p): an upper bound with p processors, by Brent's theorem */
    double speedup; /* over a loop on one processor, of n - 1 combinations: (n - 1) / T(n, p) */
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

/* Fits the tile of a textbook algorithm to the plan's capacity, by workgroups of at most
 * `most_threads`. Others, and those without tiles, stay as they are. */
void metrics_fit_tile(struct plan *plan, uint32_t most_threads);

/* Stores for each step in a padded array the largest number of CONFLICT_LANES lanes that meet in a
 * bank of an array padded for `banks` banks (SHAPE_NO_PADDING: none); 1 means no conflict. Returns
 * the number of these steps. */
uint32_t metrics_conflicts(const struct plan *plan, uint32_t subgroup_size, uint32_t banks,
                           uint32_t conflicts[STEPS_MAX]);

#endif
