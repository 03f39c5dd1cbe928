/* SPDX-License-Identifier: MIT */
/*
 * The sequential reference on the CPU, of the types and operators of types.def and ops.def.
 * Elements lie as in the device's memory, at any alignment. A seed that is NULL is the identity.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* The bits of a float. */
uint32_t reference_bits(float value);

/* Whether the type has the operator. */
bool reference_has(vkscan_type type, vkscan_op op);

/* Whether elements of a type can be computed in another, which then is
 * vkscan_plan_params::out_type; true of a type and itself. */
bool reference_converts(vkscan_type from, vkscan_type to);

/* Of one type: f16 rounds, as what is stored does. */
void reference_identity(vkscan_type type, vkscan_op op, void *identity);
void reference_combine(vkscan_type type, vkscan_op op, const void *left, const void *right,
                       void *result);

/* The primitive as vkscan.h defines it. A reduction writes one element, a scan `count`, of the
 * output type, as the seed is. */
void reference_run(const vkscan_plan_params *plan, const void *seed, const void *source,
                   uint64_t count, void *destination);

/*
 * Whether a result is right: bit for bit, except that sums and products of floats may differ from
 * the exact ones by the rounding of `count` operations, grouped in any way; those of f16 by that of
 * f32, and then of one to f16. On a mismatch *at is the element's index.
 */
bool reference_check(const vkscan_plan_params *plan, const void *seed, const void *source,
                     uint64_t count, const void *result, uint64_t *at);

/* The exact value of a sum or product of floats, as far as two doubles hold it. */
struct reference_exact {
    double value, rest; /* a sum of two, the second about the first's rounding */
    double magnitude;
    uint64_t terms;
    double largest, smallest; /* bounds of partial sums or products */
    bool special;             /* an operand was infinite or NaN */
};

/* What a fold has come to, for each component: by `exact` where results may be rounded. */
struct reference_total {
    uint64_t numbers[4]; /* bits of a union number */
    struct reference_exact exact[4];
};

/*
 * The same check in parts. A total starts with a seed, goes on with elements, or with a part's
 * total that started with none; a part of a scan is then checked on what is before it, and a
 * reduction on the total of all, of a count of 0.
 */
void reference_start(const vkscan_plan_params *plan, const void *seed,
                     struct reference_total *total);
void reference_follow(const vkscan_plan_params *plan, const void *source, uint64_t count,
                      struct reference_total *total);
void reference_join(const vkscan_plan_params *plan, const struct reference_total *part,
                    struct reference_total *total);
bool reference_check_on(const vkscan_plan_params *plan, const struct reference_total *before,
                        const void *source, uint64_t count, const void *result, uint64_t *at);

enum reference_data {
    REFERENCE_RANDOM,      /* over the type's whole range, for products odd; floats: (-1, 1), for
                              products near 1 */
    REFERENCE_IDENTITY,    /* all the operator's identity */
    REFERENCE_ASCENDING,   /* 0, 1, 2, ...; a vector's second component is one more */
    REFERENCE_ALTERNATING, /* 1, -1, 1, -1, ... */
    REFERENCE_EXTREMES,    /* floats with infinities, NaNs, zeros of both signs and denormals */
    REFERENCE_DATA_COUNT,
};

void reference_fill(vkscan_type type, vkscan_op op, enum reference_data data, uint64_t seed,
                    void *elements, uint64_t count);

/* The seed of REFERENCE_RANDOM that has from its first element on what `seed` has from `index`. */
uint64_t reference_seed_at(vkscan_type type, uint64_t seed, uint64_t index);

#endif
