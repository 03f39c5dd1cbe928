// SPDX-License-Identifier: MIT
// combine() of unsigned integers of one word, and of keys.
#ifndef INTEGERS_COMBINE_GLSL
#define INTEGERS_COMBINE_GLSL

T combine(T left, T right)
{
    T result = left;
#define ARITHMETIC_OPERATOR SELECT
#define ORDER_OPERATOR SELECT
#define INTEGER_OPERATOR SELECT
#include "ops.def"
    return result;
}

#endif
