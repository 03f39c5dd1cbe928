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

/* Of VKSCAN_TYPE_DEFAULT, u32. */
const struct type *type_of(vkscan_type type);

uint32_t type_size(vkscan_type type);

#endif
