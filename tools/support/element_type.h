/* SPDX-License-Identifier: MIT */
/* What elements of a type are made of, for computing with them on the CPU. */
#ifndef ELEMENT_TYPE_H
#define ELEMENT_TYPE_H

#include <stdint.h>

#include <vkscan/vkscan.h>

enum kind { UNSIGNED, SIGNED, FLOAT };

/* A component of a vector, or a scalar. */
struct scalar {
    uint32_t size; /* bytes */
    enum kind kind;
};

struct element_type {
    struct scalar scalar;
    uint32_t components;
};

/* Of VKSCAN_TYPE_DEFAULT, u32. */
const struct element_type *element_type_of(vkscan_type type);

uint32_t element_size_of(vkscan_type type);

#endif
