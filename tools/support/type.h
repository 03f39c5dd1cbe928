/* SPDX-License-Identifier: MIT */
/* What elements of a type are made of, for computing with them on the CPU. */
#ifndef TYPE_H
#define TYPE_H

#include <stdint.h>

#include <vkscan/vkscan.h>

enum kind { UNSIGNED, SIGNED, FLOAT };

/* A component of a vector, or a scalar. */
struct scalar {
    uint32_t size; /* bytes */
    enum kind kind;
};

struct type {
    struct scalar scalar;
    uint32_t components;
};

/* What is computed with: the bits of an integer, extended as it is signed or not, or a float. */
union number {
    uint64_t bits;
    double real;
};

uint64_t scalar_sign_bit(const struct scalar *scalar);

/* At any alignment; hosts have the device's byte order. */
union number scalar_load(const struct scalar *scalar, const void *from);
void scalar_store(const struct scalar *scalar, union number number, void *to);

/* Of VKSCAN_TYPE_DEFAULT, u32. */
const struct type *type_of(vkscan_type type);

uint32_t type_size(vkscan_type type);

#endif
