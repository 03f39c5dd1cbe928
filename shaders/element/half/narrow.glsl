// SPDX-License-Identifier: MIT
// Halves, computed as floats.
#ifndef HALF_NARROW_GLSL
#define HALF_NARROW_GLSL

#include "element/narrow_formats.glsl"

#define FOR_NARROW_RESULTS(statement) statement
#define FOR_NARROW_VECTORS(statement) statement

vec4 narrow_items(uvec4 words)
{
    return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
}

T from_narrow(uint bits, uint format)
{
    return unpackHalf2x16(bits).x;
}

#include "element/half_bits.glsl"

uvec4 to_narrow(vec4 values, uint format)
{
    return half_bits(values);
}

uint to_narrow(T value, uint format)
{
    return half_bits(vec4(value)).x;
}

#endif
