// SPDX-License-Identifier: MIT
// combine() of floats.
#ifndef COMBINE_FLOATS_GLSL
#define COMBINE_FLOATS_GLSL

T combine(T left, T right)
{
    precise T result = left; // one rounding for each operator, none fused or regrouped
#define ARITHMETIC_OPERATOR SELECT
#define ORDER_OPERATOR NONE // over keys, by another class: see memory.glsl
#define INTEGER_OPERATOR NONE
#include "ops.def"
    return result;
}

#endif
