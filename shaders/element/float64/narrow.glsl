// SPDX-License-Identifier: MIT
// Floats, computed as doubles.
#ifndef FLOAT64_NARROW_GLSL
#define FLOAT64_NARROW_GLSL

#include "element/narrow_input.glsl"
#include "element/no_narrow_output.glsl"

T from_narrow(uint bits, uint format)
{
    return double(uintBitsToFloat(bits));
}

#endif
