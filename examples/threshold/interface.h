/* SPDX-License-Identifier: MIT */
/* What the kernel and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

/* The push constants. Ink is darker by `percent` than the mean of the pixels up to `radius` away to
 * all sides: at most 200, so that 100 times their sum fits in a word. */
struct means {
    uint width, height, radius, percent;
};

#define MOST_RADIUS 200
#define INK 0u
#define PAPER 255u

FUNCTION uint ink_or_paper(uint pixel, uint number, uint sum, uint percent)
{
    return 100u * pixel * number < (100u - percent) * sum ? INK : PAPER;
}

#endif
