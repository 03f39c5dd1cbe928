/* SPDX-License-Identifier: MIT */
/*
 * What each kernel does in one dispatch: its steps, its barriers, its traffic with device memory. A
 * row for each of shaders/NAME.comp, found by that name. Pure arithmetic; calls no Vulkan.
 */
#ifndef THEORY_KERNEL_COSTS_H
#define THEORY_KERNEL_COSTS_H

#include "plan.h"

/* The element that invocation t accesses in a shared array, at a stride and, of several, an item.
 */
typedef uint32_t shared_index(uint32_t t, uint32_t stride, uint32_t item);

/* What a step accesses with a stride in the padded array of one workgroup. */
struct strided {
    shared_index *index[2];  /* both accessed; NULL: this step has none */
    uint32_t active;         /* invocations, or turns of their loops, counted through */
    uint32_t stride;         /* elements */
    uint32_t item, item_end; /* each in turn */
};

/*
 * One layer of combinations, that is calls of combine(), none of which needs the result of
 * another. So a loop over the elements that an invocation has is one step if they are independent,
 * and a step a turn if not. Padding with the identity, seeds, prefixes and totals count.
 */
struct step {
    uint64_t combinations; /* in all workgroups together */
    uint64_t times;        /* so many such steps, one after the other */
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
    uint64_t loads, stores; /* elements of device memory, by each invocation that accesses one */
    uint64_t barriers;      /* calls of barrier(), in all workgroups together */
    uint64_t path_barriers; /* of these, by one workgroup for one tile */
};

typedef void kernel_cost_fn(struct dispatch *d);

/* NULL if there is no such kernel. */
kernel_cost_fn *kernel_cost_find(const char *kernel);

#endif
