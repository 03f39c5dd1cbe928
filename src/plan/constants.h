/* SPDX-License-Identifier: MIT */
/* Specialization constants of one stage. Plain data. */
#ifndef VKSCAN_CONSTANTS_H
#define VKSCAN_CONSTANTS_H

#include <stdint.h>

#define CONSTANTS_MAX 32

struct constants {
    uint32_t id[CONSTANTS_MAX]; /* SPEC_... of dispatch.h */
    uint32_t value[CONSTANTS_MAX];
    uint32_t count;
};

struct computation;
struct op;

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value);

/* Adds the constants of kernels that move elements: workgroup size, keys and identity. */
void vks_constants_move(uint32_t workgroup_size, const struct op *op, const struct computation *c,
                        struct constants *list);

/* Adds the constants of kernels that combine elements: those of vks_constants_move, the operator
 * and the arithmetic. */
void vks_constants_combine(uint32_t workgroup_size, const struct op *op,
                           const struct computation *c, struct constants *list);

#endif
