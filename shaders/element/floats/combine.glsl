// SPDX-License-Identifier: MIT
// combine() of floats.
#ifndef FLOATS_COMBINE_GLSL
#define FLOATS_COMBINE_GLSL

T combine(T left, T right)
{
    precise T result = left; // one rounding for each operator, none fused or regrouped
#define ARITHMETIC_OPERATOR SELECT
#define ORDER_OPERATOR NONE // over keys, by another class: see element.glsl
#define INTEGER_OPERATOR NONE
#include "ops.def"
    return result;
}

#endif
