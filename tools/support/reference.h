/* SPDX-License-Identifier: MIT */
/* The CPU's truth: sequential and plain. Elements are handled as their 32 bits. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* A float as the element that it is. */
uint32_t reference_bits(float value);

uint32_t reference_identity(vkscan_type type, vkscan_op op);
uint32_t reference_combine(vkscan_type type, vkscan_op op, uint32_t left, uint32_t right);

/* The primitive as vkscan.h defines it. A reduction writes one element, a scan `count`. */
void reference_run(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                   uint64_t count, uint32_t *destination);

/*
 * Whether a result is right: bit for bit, except that sums and products of f32 may differ from the
 * exact ones by the rounding of `count` operations, grouped in any way. On a mismatch *at is the
 * element's index.
 */
bool reference_check(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                     uint64_t count, const uint32_t *result, uint64_t *at);

enum reference_data {
    REFERENCE_RANDOM,      /* over the type's whole range; f32: (-1, 1), for products near 1 */
    REFERENCE_IDENTITY,    /* all the operator's identity */
    REFERENCE_ASCENDING,   /* 0, 1, 2, ... */
    REFERENCE_ALTERNATING, /* 1, -1, 1, -1, ... */
    REFERENCE_EXTREMES,    /* f32 with infinities, NaNs, zeros of both signs and denormals */
    REFERENCE_DATA_COUNT,
};

void reference_fill(vkscan_type type, vkscan_op op, enum reference_data data, uint64_t seed,
                    uint32_t *elements, uint64_t count);

#endif
