/* SPDX-License-Identifier: MIT */
/* The sequential reference on the CPU, for the types and operators of types.def and ops.def.
 * Elements lie as in the device's memory, at any alignment. A seed that is NULL is the identity. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Returns the bits of a float. */
uint32_t reference_bits(float value);

/* Tells whether the type has the operator. */
bool reference_has(vkscan_type type, vkscan_op op);

/* Tells whether elements of a type can be computed in another one, vkscan_plan_params::out_type.
 * This holds for a type and itself. */
bool reference_converts(vkscan_type from, vkscan_type to);

/* Stores the identity, or combines two elements of a type. f16 is rounded, like stored elements. */
void reference_identity(vkscan_type type, vkscan_op op, void *identity);
void reference_combine(vkscan_type type, vkscan_op op, const void *left, const void *right,
                       void *result);

/* Computes the primitive as vkscan.h defines it. A reduction writes one element, a scan `count`, of
 * the output type, which the seed has too. */
void reference_run(const vkscan_plan_params *plan, const void *seed, const void *source,
                   uint64_t count, void *destination);

/* Tells whether a result is right: bit for bit, except that sums and products of floats may differ
 * from the exact ones by the rounding of `count` operations, grouped in any way. Those of f16 may
 * differ by that of f32 and then one rounding to f16. On a mismatch *at is the element's index. */
bool reference_check(const vkscan_plan_params *plan, const void *seed, const void *source,
                     uint64_t count, const void *result, uint64_t *at);

/* The exact value of a sum or product of floats, as far as two doubles hold it. */
struct reference_exact {
    double value, rest; /* their sum is the value; rest is about the first one's rounding */
    double magnitude;
    uint64_t terms;
    double largest, smallest; /* bounds of partial sums or products */
    bool special;             /* an operand was infinite or NaN */
};

#define REFERENCE_ELEMENT_MAX 16 /* bytes */

/* The total of a fold: an element, or where results may be rounded `exact`, by component. */
struct reference_total {
    unsigned char element[REFERENCE_ELEMENT_MAX];
    struct reference_exact exact[4];
};

/* These check in parts. A total starts with a seed, goes on with elements, or with the total of a
 * part that started with no seed. A part of a scan is then checked against the total before it, and
 * a reduction against the total of all, with a count of 0. */
void reference_start(const vkscan_plan_params *plan, const void *seed,
                     struct reference_total *total);
void reference_follow(const vkscan_plan_params *plan, const void *source, uint64_t count,
                      struct reference_total *total);
void reference_join(const vkscan_plan_params *plan, const struct reference_total *part,
                    struct reference_total *total);
bool reference_check_on(const vkscan_plan_params *plan, const struct reference_total *before,
                        const void *source, uint64_t count, const void *result, uint64_t *at);

enum reference_data {
    REFERENCE_RANDOM,      /* over the type's whole range, for products odd; floats in (-1, 1), for
                              products near 1 */
    REFERENCE_IDENTITY,    /* the operator's identity everywhere */
    REFERENCE_ASCENDING,   /* 0, 1, 2, ...; in a vector's second component one more */
    REFERENCE_ALTERNATING, /* 1, -1, 1, -1, ... */
    REFERENCE_EXTREMES,    /* floats with infinities, NaNs, zeros of both signs and denormals */
    REFERENCE_DATA_COUNT,
};

void reference_fill(vkscan_type type, vkscan_op op, enum reference_data data, uint64_t seed,
                    void *elements, uint64_t count);

/* Returns the seed with which REFERENCE_RANDOM's first element is the one that it makes with `seed`
 * at `index`. */
uint64_t reference_seed_at(vkscan_type type, uint64_t seed, uint64_t index);

#endif
