/* SPDX-License-Identifier: MIT */
/* The cost of each kernel in one dispatch, as formulas: a row for each kernel, found by its name.
 * Pure arithmetic; calls no Vulkan. */
#ifndef THEORY_KERNEL_COSTS_H
#define THEORY_KERNEL_COSTS_H

#include "plan.h"

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
    const char *strided;    /* the steps with a stride in shared memory: see kernel_costs.c */
};

/* Finds the cost of a pass on a device whose subgroups use `lanes` lanes. Returns false if there is
 * no such kernel. */
bool kernel_cost_find(const struct plan *plan, const struct pass *pass, uint32_t lanes,
                      struct kernel_cost *out);

/* Lanes that access shared memory at once, and meet in its banks, which are of one word each. */
#define CONFLICT_LANES 32
#define CONFLICT_STEPS 64 /* steps of a tile, at most */

/* Stores for each strided step, in order, the largest number of CONFLICT_LANES lanes that meet in a
 * bank of an array padded for `banks` banks (SHAPE_NO_PADDING: none); 1 means no conflict. Returns
 * the number of steps. */
uint32_t kernel_conflicts(const struct plan *plan, const struct kernel_cost *cost, uint32_t banks,
                          uint32_t conflicts[CONFLICT_STEPS]);

#endif
