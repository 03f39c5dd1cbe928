/* SPDX-License-Identifier: MIT */
/* What points.vert and the C code must agree on; read by both. */
#ifndef POINT_H
#define POINT_H

#include "vectors.h"

struct point {
    uint column, row; /* pixel */
    uint colour;      /* red, green, blue and opacity, 8 bits each from the lowest on */
};

#endif
