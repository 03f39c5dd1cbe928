/* SPDX-License-Identifier: MIT */
/* What the kernel and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define WORKGROUP_SIZE 256
#define LARGEST_RADIUS 16u

/* Push constants. */
struct picture {
    uint width, height;
};

/* The box around each pixel of a row reaches as many pixels to all sides: none in the middle of the
 * picture, the more the farther from it, as a lens shows what is near and far. */
FUNCTION uint radius_of(uint y, uint height)
{
    uint twice = 2u * y;

    return LARGEST_RADIUS * (twice > height ? twice - height : height - twice) / height;
}

/* The table is a u32 a pixel, the means are a byte. */
#define BINDING_TABLE 0
#define BINDING_MEANS 1
#define BINDING_COUNT 2

#endif
