// SPDX-License-Identifier: MIT
// combine() of elements of several words: vectors by component, and integers of 64 bits.
#ifndef SEVERAL_WORDS_GLSL
#define SEVERAL_WORDS_GLSL

#define FLOATS PASTE(VEC_, ELEMENT_WORDS)

T combine_unsigned(T left, T right)
{
    T result = left;
#define ARITHMETIC_OPERATOR SELECT
#define ORDER_OPERATOR SELECT
#define INTEGER_OPERATOR SELECT
#include "ops.def"
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR
    return result;
}

FLOATS combine_floats(FLOATS left, FLOATS right)
{
    precise FLOATS result = left;
#define ORDER_OPERATOR NONE
#define INTEGER_OPERATOR NONE
#include "ops.def"
    return result;
}

#if ELEMENT_WORDS == 2

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

#endif

T combine(T left, T right)
{
    const T floats =
        floatBitsToUint(combine_floats(uintBitsToFloat(left), uintBitsToFloat(right)));
#if ELEMENT_WORDS == 2
    const T integers = mix(combine_unsigned(left, right), combine_wide(left, right),
                           BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
#else
    const T integers = combine_unsigned(left, right);
#endif
    return mix(integers, floats, BOOLS(ARITHMETIC == ARITHMETIC_FLOAT));
}

#endif
