// SPDX-License-Identifier: MIT
#ifndef HALF_BITS_GLSL
#define HALF_BITS_GLSL

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

#endif
