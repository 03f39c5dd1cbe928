/* SPDX-License-Identifier: MIT */
/* The steps of a dispatch, with the indices by which its kernel accesses elements. Bank conflicts,
 * sectors, active threads and pictures are made of them. Pure arithmetic; calls no Vulkan. */
#ifndef THEORY_STEPS_H
#define THEORY_STEPS_H

#include "metrics.h"

/* Where a step's elements are. */
enum step_memory {
    STEP_DEVICE,
    STEP_SHARED,
    STEP_PADDED, /* shared memory, in an array that may be padded for its banks */
};

/* What a step does with the elements `left` and `right` of each active thread. */
enum step_effect {
    STEP_INTO_LEFT,  /* left = left (+) right */
    STEP_INTO_RIGHT, /* right = left (+) right */
    STEP_DOWN,       /* left = right, and right = right (+) left */
    STEP_SHIFT,      /* moves all elements one place to the right, behind the seed */
    STEP_ROOT,       /* replaces the last element by the seed */
    STEP_OWN,        /* combines each element with the one that was loaded there */
    STEP_ACCESS,     /* accesses elements alone: in what order is the kernel's */
};

/* Returns the element that thread t accesses. item: the iteration of its loop. */
typedef uint64_t step_index(uint64_t t, uint64_t stride, uint64_t item);

struct step {
    const char *name; /* "up", ... */
    enum step_effect effect;
    enum step_memory memory;
    bool two_arrays; /* reads one array and writes another */
    step_index *left, *right;
    uint64_t stride, item;
    uint64_t first, end; /* active threads, [first, end) */
    uint64_t threads;    /* that the step has, active and idle */
};

/* Lists the steps of a pass, of one tile where it goes by tiles. Kernels without steps in their row
 * of kernel_costs.c have none. */
uint32_t steps_of_pass(const struct plan *plan, const struct pass *pass,
                       const struct kernel_cost *cost, struct step steps[STEPS_MAX]);

/* Lists the steps of one tile, as all tiles have the same, or in device memory those of a run of
 * the capacity. */
uint32_t metrics_steps(const struct plan *plan, uint32_t subgroup_size,
                       struct step steps[STEPS_MAX]);

/* Tells whether threads access elements a stride apart. */
bool step_has_pairs(const struct step *step);

/* Returns the combinations of a step. */
uint64_t step_work(const struct step *step);

/* Returns the most lanes of a subgroup that access different words in one of as many banks, in an
 * array padded for `padding` banks (SHAPE_NO_PADDING: none); 1 means no conflict. */
uint32_t step_conflict(const struct step *step, uint32_t banks, uint32_t padding);

/* Returns the number of subgroups of which some lanes are active, and others not. */
uint64_t step_diverged(const struct step *step, uint32_t lanes);

/* Returns the most sectors that the lanes of a subgroup touch in one load or store. */
uint32_t step_sectors(const struct step *step, uint32_t lanes, uint32_t element_size);

#define SECTOR_BYTES 32

#endif
