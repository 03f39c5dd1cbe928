/* SPDX-License-Identifier: MIT */
/* What hull.c and its shaders must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define BITS 14 /* of a coordinate, so that areas are exact; a point is x << BITS | y */
#define MASK 0x3fffu

/* Returns twice a triangle's area, modulo 2^32: as an int above 0 if it turns to the left. */
FUNCTION uint area(uint a, uint b, uint c)
{
    const uint x = a >> BITS, y = a & MASK;

    return ((b >> BITS) - x) * ((c & MASK) - y) - ((b & MASK) - y) * ((c >> BITS) - x);
}

#endif
