/* SPDX-License-Identifier: MIT */
/* What the kernels and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define WORKGROUP_SIZE 128

/* Of both pictures. The bins of an exposure are of the binary logarithm of luminance. */
#define BINS 256
#define DARKEST -12.0f
#define BRIGHTEST 12.0f
#define LUMINANCE 0.2126f, 0.7152f, 0.0722f /* of red, green, blue (BT.709) */

/* Half of the pixels are darker than the first, which becomes GREY; one of 50 is as bright as the
 * second, which becomes white. */
#define MIDDLE 0.5f
#define WHITE 0.98f
#define GREY 0.18f

/* Push constants. */
struct picture {
    uint count; /* of pixels */
};

/* Pixels are three floats, or a byte; levels, of an exposure, the logarithms of their luminance;
 * sums count the pixels in a bin and those before; the result is a word of each pixel, or a byte.
 */
#define BINDING_PIXELS 0
#define BINDING_LEVELS 1
#define BINDING_SUMS 2
#define BINDING_RESULT 3
#define BINDING_COUNT 4

#endif
