/* SPDX-License-Identifier: MIT */
/* What the kernels and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

/* The push constants: a filter y = through x + 2 Re(part w), where w[i] = pole w[i-1] + x[i]. */
struct parts {
    vec2 pole, part; /* complex */
    float through;
    uint count; /* of samples, those of all channels, two 16-bit integers a word */
};

#endif
