/* SPDX-License-Identifier: MIT */
/*
 * What each kernel does in one dispatch: steps, barriers, device memory traffic. A function for
 * each kernel, found by its name. Pure arithmetic; calls no Vulkan.
 */
#ifndef THEORY_KERNEL_COSTS_H
#define THEORY_KERNEL_COSTS_H

#include "plan.h"

/* The element that thread t accesses in a shared array, at a stride; item: the turn of its loop. */
typedef uint32_t shared_index(uint32_t t, uint32_t stride, uint32_t item);

/* What a step accesses with a stride in the padded array of one workgroup. */
struct strided {
    shared_index *index[2];  /* both accessed; NULL: this step has none */
    uint32_t active;         /* threads, or turns of their loops */
    uint32_t stride;         /* elements */
    uint32_t item, item_end; /* each in turn */
};

/*
 * Combinations, that is calls of combine(), that do not depend on each other. So a thread's loop
 * over its elements is one step if the turns are independent, else a step per turn. Combinations
 * with padding, seeds, prefixes and aggregates count.
 */
struct step {
    uint64_t combinations; /* in all workgroups together */
    uint64_t times;        /* such steps, one after the other */
    struct strided strided;
};

typedef void step_fn(void *user, const struct step *step);

struct dispatch {
    const struct plan *plan;
    const struct pass *pass;
    bool exclusive;
    uint32_t lanes; /* of a subgroup */
    step_fn *step;  /* called for each */
    void *user;

    /* Added to by the kernel's function. */
    uint64_t loads, stores; /* elements of device memory, counted per thread */
    uint64_t barriers;      /* calls of barrier(), in all workgroups together */
    uint64_t path_barriers; /* of these, by one workgroup for one tile */
};

typedef void kernel_cost_fn(struct dispatch *d);

/* NULL if there is no such kernel. */
kernel_cost_fn *kernel_cost_find(const char *kernel);

#endif
