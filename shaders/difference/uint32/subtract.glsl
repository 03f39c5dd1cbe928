// SPDX-License-Identifier: MIT
// The differences of two vectors' numbers, integers of 8 to 64 bits and floats of 16 and 32.
#ifndef UINT32_SUBTRACT_GLSL
#define UINT32_SUBTRACT_GLSL

#include "element/half_bits.glsl"

layout(constant_id = SPEC_KEY_BITS) const uint NUMBER_BITS = 32;
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;

const bool FLOATS = ARITHMETIC == ARITHMETIC_FLOAT;

// Subtracts all numbers of a word at once: their highest bits, between which borrows would pass, by
// themselves.
uvec4 subtract_narrow(uvec4 left, uvec4 right)
{
    const uint highest = NUMBER_BITS == 8 ? 0x80808080u : 0x80008000u;
    return (left | highest) - (right & ~highest) ^ (left ^ ~right) & highest;
}

// Subtracts numbers of two words, the low one first.
uvec4 subtract_wide(uvec4 left, uvec4 right)
{
    const uvec2 borrow = uvec2(lessThan(left.xz, right.xz));
    const uvec2 low = left.xz - right.xz, high = left.yw - right.yw - borrow;
    return uvec4(low.x, high.x, low.y, high.y);
}

uvec4 subtract_floats(uvec4 left, uvec4 right)
{
    precise const vec4 difference = uintBitsToFloat(left) - uintBitsToFloat(right);
    return floatBitsToUint(difference);
}

vec4 halves_of(uvec2 words)
{
    return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
}

// Subtracts in 32 bits, whose rounding does not change that to 16.
uvec2 subtract_halves(uvec2 left, uvec2 right)
{
    precise const vec4 difference = halves_of(left) - halves_of(right);
    const uvec4 bits = half_bits(difference);
    return bits.xz | bits.yw << 16;
}

uvec4 subtract(uvec4 left, uvec4 right)
{
    if (FLOATS && NUMBER_BITS == 16)
        return uvec4(subtract_halves(left.xy, right.xy), subtract_halves(left.zw, right.zw));
    if (FLOATS)
        return subtract_floats(left, right);
    return NUMBER_BITS == 64   ? subtract_wide(left, right)
           : NUMBER_BITS == 32 ? left - right
                                  : subtract_narrow(left, right);
}

#endif
