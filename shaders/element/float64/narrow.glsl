// SPDX-License-Identifier: MIT
// Floats, computed as doubles.
#ifndef FLOAT64_NARROW_GLSL
#define FLOAT64_NARROW_GLSL

#include "element/narrow_formats.glsl"

#define FOR_NARROW_RESULTS(statement)
#define FOR_NARROW_VECTORS(statement)
T from_narrow(uint bits, uint format)
{
    return double(uintBitsToFloat(bits));
}

#endif
