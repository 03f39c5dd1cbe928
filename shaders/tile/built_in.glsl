// SPDX-License-Identifier: MIT
// Operators that the hardware reduces and scans over a subgroup: on an NVIDIA H200 a built-in
// reduction or scan costs a tenth of the same in shuffles. All others go by shuffles. Scans are
// built in for add and mul alone, as Metal has no others, and a module that could ask for one does
// not translate. 64-bit elements have none and move as pairs of words: for them subgroup operations
// are a feature of their own, shaderSubgroupExtendedTypes.
#ifndef BUILT_IN_GLSL
#define BUILT_IN_GLSL

#include "element/element.glsl"
#include "port/workgroup_size.glsl"

layout(constant_id = SPEC_SUBGROUP_SIZE) const uint SUBGROUP_SIZE = 0;

#if ELEMENT_WORDS > 1 || defined(CLASS_user) || defined(COUNTED)

#define VKS_SHUFFLE(value, lane) FROM_WORDS(subgroupShuffle(TO_WORDS(value), lane))
#define VKS_SHUFFLE_UP(value, by) FROM_WORDS(subgroupShuffleUp(TO_WORDS(value), by))

#elif defined(CLASS_float32) || defined(CLASS_half) || defined(CLASS_packed_half) // add and mul alone

#define VKS_BUILT_IN_SCAN(value)                                                                   \
    return OP == OP_MUL ? subgroupInclusiveMul(value) : subgroupInclusiveAdd(value);

#define VKS_BUILT_IN_REDUCE(value) return OP == OP_MUL ? subgroupMul(value) : subgroupAdd(value);

#else

// The operators that have a branch of VKS_BUILT_IN_REDUCE. A row of ops.def without its name here
// does not compile; REDUCED itself is of no use.
const uint REDUCES_ADD = OP_ADD, REDUCES_MUL = OP_MUL, REDUCES_MIN = OP_MIN, REDUCES_MAX = OP_MAX,
           REDUCES_AND = OP_AND, REDUCES_OR = OP_OR, REDUCES_XOR = OP_XOR;
#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression) & REDUCES_##ID
#define ORDER_OPERATOR ARITHMETIC_OPERATOR
#define INTEGER_OPERATOR ARITHMETIC_OPERATOR
const uint REDUCED = 0
#include "ops.def"
    ;
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

// One return each: inlined, every further one is a branch around all that follows.
#define VKS_BUILT_IN_SCAN(value)                                                                   \
    T result;                                                                                      \
    if (OP == OP_ADD)                                                                              \
        result = subgroupInclusiveAdd(value);                                                      \
    else if (OP == OP_MUL)                                                                         \
        result = subgroupInclusiveMul(value);                                                      \
    else                                                                                           \
        result = vks_subgroup_scan_by_shuffles(value);                                             \
    return result;

#define VKS_BUILT_IN_REDUCE(value)                                                                 \
    T result;                                                                                      \
    if (OP == OP_ADD)                                                                              \
        result = subgroupAdd(value);                                                               \
    else if (OP == OP_MUL)                                                                         \
        result = subgroupMul(value);                                                               \
    else if (OP == OP_MIN)                                                                         \
        result = subgroupMin(value);                                                               \
    else if (OP == OP_MAX)                                                                         \
        result = subgroupMax(value);                                                               \
    else if (OP == OP_AND)                                                                         \
        result = subgroupAnd(value);                                                               \
    else if (OP == OP_OR)                                                                          \
        result = subgroupOr(value);                                                                \
    else                                                                                           \
        result = subgroupXor(value);                                                               \
    return result;

#endif

#include "vkscan/subgroup.glsl"

#endif
