/* SPDX-License-Identifier: MIT */
/* Specialization constants of one stage. Plain data. */
#ifndef VKSCAN_CONSTANTS_H
#define VKSCAN_CONSTANTS_H

#include "caps.h"

#define CONSTANTS_MAX 24

struct constants {
    uint32_t id[CONSTANTS_MAX]; /* SPEC_... of interface.h */
    uint32_t value[CONSTANTS_MAX];
    uint32_t count;
};

struct plan;
struct stage;

/* Adds the specialization constants that the stage's module has. */
typedef void constants_fn(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list);

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value);

/* What every kernel has that moves elements: the workgroup size, and how elements are read. */
void vks_constants_move(const struct plan *plan, struct constants *list);

/* The same of kernels that combine: the operator and its identity, too. */
void vks_constants_combine(const struct plan *plan, struct constants *list);

/* The sets that kernels of several rooms have. */
constants_fn vks_constants_shared_tile;      /* combine, items per thread and banks */
constants_fn vks_constants_shared_tile_scan; /* and whether it is exclusive */
constants_fn vks_constants_add_prefixes;     /* combine and items per thread */

#endif
