// SPDX-License-Identifier: MIT
// combine() of vectors of two words, by component, and of integers of 64 bits.
#ifndef WORDS2_COMBINE_GLSL
#define WORDS2_COMBINE_GLSL

#include "element/combine_vectors.glsl"

#ifdef STATE_64 // a module that has 64-bit integers anyway

#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

uvec2 wide_sum(uvec2 left, uvec2 right)
{
    return unpackUint2x32(packUint2x32(left) + packUint2x32(right));
}

uvec2 wide_product(uvec2 left, uvec2 right)
{
    return unpackUint2x32(packUint2x32(left) * packUint2x32(right));
}

bool wide_less(uvec2 left, uvec2 right)
{
    return packUint2x32(left) < packUint2x32(right);
}

#else

uvec2 wide_sum(uvec2 left, uvec2 right)
{
    uint carry;
    const uint low = uaddCarry(left.x, right.x, carry);
    return uvec2(low, left.y + right.y + carry);
}

uvec2 wide_product(uvec2 left, uvec2 right)
{
    uint high, low;
    umulExtended(left.x, right.x, high, low);
    return uvec2(low, high + left.x * right.y + left.y * right.x);
}

bool wide_less(uvec2 left, uvec2 right)
{
    return left.y < right.y || left.y == right.y && left.x < right.x;
}

#endif

// And, or and xor are those of the words.
uvec2 combine_wide(uvec2 left, uvec2 right)
{
    uvec2 result = combine_unsigned(left, right);
    const bool right_is_less = wide_less(right, left);
    result = mix(result, wide_sum(left, right), BOOLS(OP == OP_ADD));
    result = mix(result, wide_product(left, right), BOOLS(OP == OP_MUL));
    result = mix(result, mix(left, right, BOOLS(right_is_less)), BOOLS(OP == OP_MIN));
    return mix(result, mix(right, left, BOOLS(right_is_less)), BOOLS(OP == OP_MAX));
}

T combine(T left, T right)
{
    const T floats =
        floatBitsToUint(combine_floats(uintBitsToFloat(left), uintBitsToFloat(right)));
    const T integers = mix(combine_unsigned(left, right), combine_wide(left, right),
                           BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
    return mix(integers, floats, BOOLS(ARITHMETIC == ARITHMETIC_FLOAT));
}

#endif
