/* SPDX-License-Identifier: MIT */
/* What the kernel and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define WORKGROUP_SIZE 256

/* An element of softmax_parts.glsl: what a row has of its elements x. */
struct parts {
    float highest; /* of those above -inf */
    float sum;     /* of exp(x - highest); 0: all are -inf, negative: there is a NaN or +inf */
};

/* Push constants. */
struct matrix {
    uint columns;
};

/* Elements and results are floats, row by row. */
#define BINDING_ELEMENTS 0
#define BINDING_PARTS 1
#define BINDING_RESULTS 2
#define BINDING_COUNT 3

#endif
