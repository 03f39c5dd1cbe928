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

// Returns the bits of the nearest half, of two the even one. Below 2^-14 halves are multiples of
// 2^-24, as floats are from 0.5 on: there the addition rounds, as the device does.
uvec4 half_bits(vec4 values)
{
    const uvec4 bits = floatBitsToUint(values);
    const uvec4 magnitude = bits & 0x7fffffffu;
    precise const vec4 shifted = uintBitsToFloat(magnitude) + 0.5;
    const uvec4 denormal = floatBitsToUint(shifted) - 0x3f000000u;
    const uvec4 normal = magnitude - (0x38000000u - 0xfffu) + (magnitude >> 13 & 1) >> 13;
    const uvec4 rounded = mix(min(normal, 0x7c00u), denormal, lessThan(magnitude, uvec4(0x38800000u)));
    const uvec4 sign = bits >> 16 & 0x8000u;
    return mix(sign | rounded, uvec4(0x7e00u), greaterThan(magnitude, uvec4(0x7f800000u)));
}

uvec4 to_narrow(vec4 values, uint format)
{
    return half_bits(values);
}

uint to_narrow(T value, uint format)
{
    return half_bits(vec4(value)).x;
}

#endif
