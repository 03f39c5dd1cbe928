// SPDX-License-Identifier: MIT
// Converts elements between memory and registers: of the element's own size by from_memory and
// to_memory, narrow and narrower ones by formats (format.glsl).
//
// The two differ for minima and maxima of other types than unsigned integers: these are computed
// over keys, unsigned integers that order like the elements. Keys of two's complement have the sign
// bit flipped. Of floats, -0 is below +0, and all NaNs have one key, below or above all others. So
// results are exact: integers have no NaN, no sign of zero and no denormals for a device to flush.
#ifndef MEMORY_GLSL
#define MEMORY_GLSL

#include "element/element.glsl"
#include "convert.glsl"

#endif
