/* SPDX-License-Identifier: MIT */
/*
 * What each kernel does in one dispatch, as formulas: a row for each kernel, found by its name.
 * Pure arithmetic; calls no Vulkan.
 */
#ifndef THEORY_KERNEL_COSTS_H
#define THEORY_KERNEL_COSTS_H

#include "plan.h"

/*
 * Work counts combinations, that is calls of combine(), those with padding, seeds, prefixes and
 * aggregates included. Steps are layers of combinations of which none needs the result of another:
 * a thread's loop over its elements is one step if the turns are independent, else a step per turn.
 */
struct kernel_cost {
    const char *kernel;
    uint64_t work, steps;
    uint64_t barriers,
        path_barriers;      /* calls of barrier(): by all, and by one workgroup for one tile */
    uint64_t loads, stores; /* elements of device memory, counted per thread */
    const char *strided;    /* its steps with a stride in shared memory, see kernel_costs.c */
};

/* Of so many lanes that a subgroup uses. False if there is no such kernel. */
bool kernel_cost_find(const struct plan *plan, const struct pass *pass, uint32_t lanes,
                      struct kernel_cost *out);

/* Lanes that access shared memory at once, and the banks, of one word each, that they meet in. */
#define CONFLICT_LANES 32
#define CONFLICT_STEPS 64 /* at most, of a tile */

/*
 * Of each strided step, in order, the most of CONFLICT_LANES lanes that meet in a bank of an array
 * padded for so many banks (SHAPE_NO_PADDING: none); 1 is no conflict. Returns their number.
 */
uint32_t kernel_conflicts(const struct plan *plan, const struct kernel_cost *cost, uint32_t banks,
                          uint32_t conflicts[CONFLICT_STEPS]);

#endif
