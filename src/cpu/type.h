/* SPDX-License-Identifier: MIT */
/* The make-up of elements of a type, for computing with them on the CPU. */
#ifndef TYPE_H
#define TYPE_H

#include <stdint.h>
#include <string.h>

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

/* The types that have an operator: all, all by their order, or integers. */
enum domain { ARITHMETIC, ORDER, INTEGER };

enum domain domain_of(vkscan_op op);

/* A number to compute with: the bits of an integer, extended as it is signed or not, or a float. */
union number {
    uint64_t bits;
    double real;
};

uint64_t scalar_sign_bit(const struct scalar *scalar);

/* Returns the bits, zero-extended. Each memcpy has a constant size, for which compilers call no
 * function. */
static inline uint64_t scalar_bits(const struct scalar *scalar, const void *from)
{
    uint64_t bits = 0;

    switch (scalar->size) {
    case 8:
        memcpy(&bits, from, 8);
        break;
    case 4:
        memcpy(&bits, from, 4);
        break;
    case 2:
        memcpy(&bits, from, 2);
        break;
    default:
        memcpy(&bits, from, 1);
    }
    return bits;
}

/* Loads or stores a number, at any alignment. Hosts have the device's byte order. */
union number scalar_load(const struct scalar *scalar, const void *from);
void scalar_store(const struct scalar *scalar, union number number, void *to);

/* Returns the make-up of a type. */
const struct type *type_of(vkscan_type type);

uint32_t type_size(vkscan_type type);

#endif
