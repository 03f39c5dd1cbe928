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

/* For kernels that move elements: the workgroup size, the keys and the identity. */
void vks_constants_move(const struct plan *plan, struct constants *list);

/* For kernels that combine elements: these and the operator. */
void vks_constants_combine(const struct plan *plan, struct constants *list);

/* Sets that production and textbook kernels have in common. */
constants_fn vks_constants_shared_tile;      /* combine, items per thread and banks */
constants_fn vks_constants_shared_tile_scan; /* and whether a scan is exclusive */
constants_fn vks_constants_add_prefixes;     /* combine and items per thread */

#endif
