// SPDX-License-Identifier: MIT
// Elements are the bits of their words.
#ifndef PACKED_NARROW_GLSL
#define PACKED_NARROW_GLSL

#include "element/narrow_input.glsl"
#include "element/narrow_output.glsl"
#include "element/packed.glsl"

T from_narrow(uint bits, uint format)
{
    return bits;
}

uint to_narrow(T value, uint format)
{
    return value;
}

#endif
