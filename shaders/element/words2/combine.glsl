// SPDX-License-Identifier: MIT
// combine() of vectors of two words, by component, and of integers of 64 bits.
#ifndef WORDS2_COMBINE_GLSL
#define WORDS2_COMBINE_GLSL

#include "element/combine_vectors.glsl"
#include "wide.glsl"

// The operators that do not go word by word, and so have a line of combine_wide(). A row of ops.def
// for arithmetic or order without its name here does not compile; WIDE itself is of no use.
const uint WIDE_ADD = OP_ADD, WIDE_MUL = OP_MUL, WIDE_MIN = OP_MIN, WIDE_MAX = OP_MAX;
#undef ARITHMETIC_OPERATOR
#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression) & WIDE_##ID
#undef ORDER_OPERATOR
#define ORDER_OPERATOR ARITHMETIC_OPERATOR
const uint WIDE = 0
#include "ops.def"
    ;

// Combines two 64-bit integers; and, or and xor go word by word.
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
