// SPDX-License-Identifier: MIT
// The operator of this pipeline: combine(left, right). Any associative operator is right here, so
// left and right are never exchanged.
//
// All expressions are evaluated and a constant selects one. Specialization leaves that one alone,
// and the module has no branches.
#ifndef OPERATOR_GLSL
#define OPERATOR_GLSL

#include "detail/memory.glsl"

layout(constant_id = SPEC_OP) const uint OP = 0;

#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define ORDER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define INTEGER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define PRIVATE_OPERATOR(ID, value, name, identity, expression)
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR
#undef PRIVATE_OPERATOR

#ifndef ELEMENT_IS_FLOAT
#define FUNCTION
#include "functions.h"
#undef FUNCTION
#endif

#define SELECT(ID, value, name, identity, expression)                                              \
    result = mix(result, expression, OP == value);
#define ARITHMETIC_OPERATOR SELECT
#ifdef ELEMENT_IS_FLOAT // minima and maxima are computed over keys: see memory.glsl
#define ORDER_OPERATOR(ID, value, name, identity, expression)
#define INTEGER_OPERATOR(ID, value, name, identity, expression)
#define PRIVATE_OPERATOR(ID, value, name, identity, expression)
#else
#define ORDER_OPERATOR SELECT
#define INTEGER_OPERATOR SELECT
#define PRIVATE_OPERATOR SELECT
#endif

#ifdef ELEMENT_IS_FLOAT // one rounding for each operator, none fused or regrouped
#define PRECISE precise
#else
#define PRECISE
#endif

T combine(T left, T right)
{
    PRECISE T result = left;
#include "ops.def"
    return result;
}

#undef SELECT
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR
#undef PRIVATE_OPERATOR

#ifdef COUNTED // by the tests alone
#include "counted.glsl"
#endif

T combine_vector(V v)
{
    T result = v[0];
    for (uint k = 1; k < VECTOR; k++)
        result = combine(result, v[k]);
    return result;
}

#endif
