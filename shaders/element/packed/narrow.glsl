// SPDX-License-Identifier: MIT
// Elements are the bits of their words.
#ifndef PACKED_NARROW_GLSL
#define PACKED_NARROW_GLSL

#include "element/narrow_formats.glsl"
#include "element/packed/sums.glsl"

#define PACKED_IDENTITY 0
#define FOR_NARROW_RESULTS(statement) statement
#define FOR_NARROW_VECTORS(statement)

T from_narrow(uint bits, uint format)
{
    return bits;
}

uint to_narrow(T value, uint format)
{
    return value;
}

#endif
