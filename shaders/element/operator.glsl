// SPDX-License-Identifier: MIT
// The operator of this pipeline: combine(left, right), which is associative. Kernels keep operands
// in order, except where COMMUTATIVE lets each lane combine its own elements first.
//
// All expressions are evaluated and a constant selects one. Specialization leaves that one alone,
// and the module has no branches.
#ifndef OPERATOR_GLSL
#define OPERATOR_GLSL

#include "element/element.glsl"

#ifndef OP // of kernels that have one operator
layout(constant_id = SPEC_OP) const uint OP = 0;
#endif

#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define ORDER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define INTEGER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

// mix() is a selection; the conditional operator would be a branch.
#define SELECT(ID, value, name, identity, expression)                                              \
    result = mix(result, expression, BOOLS(OP == value));
#define NONE(ID, value, name, identity, expression)

#include "combine.glsl"

#undef SELECT
#undef NONE
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

#ifdef COUNTED // by the tests alone
#include "counted.glsl"
#endif

#ifndef CLASS_packed

T combine_items(T_VECTOR items)
{
#define COMBINED_1 items[0]
#define COMBINED_2 combine(items[0], items[1])
#define COMBINED_4 combine(combine(combine(items[0], items[1]), items[2]), items[3])
    return PASTE(COMBINED_, VECTOR);
}

#endif

#endif
