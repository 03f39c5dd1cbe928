// SPDX-License-Identifier: MIT
// Combinations of the components of a vector, as unsigned integers and as floats.
#ifndef COMBINE_VECTORS_GLSL
#define COMBINE_VECTORS_GLSL

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

#endif
