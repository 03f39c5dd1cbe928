// SPDX-License-Identifier: MIT
// The operator of this pipeline: combine(left, right) and its identity. Any associative operator
// is right here, so left and right are never exchanged.
#ifndef OPERATOR_GLSL
#define OPERATOR_GLSL

#include "vkscan/memory.glsl"

layout(constant_id = SPEC_OP) const uint OP = OP_ADD;
layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_BITS = 0;

T identity()
{
    return from_bits(IDENTITY_BITS);
}

#ifdef ELEMENT_IS_FLOAT

// Minima and maxima of floats are computed by the kernels of i32: see memory.glsl.
float combine(float left, float right)
{
    // One rounding for each operator, none fused or regrouped.
    precise float result = OP == OP_MUL ? left * right : left + right;
    return result;
}

#else

uint compose_affine(uint first, uint second)
{
    const uint a = (first & 0xffffu) * (second & 0xffffu);
    const uint b = (first >> 16) * (second & 0xffffu) + (second >> 16);
    return (a & 0xffffu) | b << 16;
}

T combine(T left, T right)
{
    switch (OP) {
    case OP_MUL: return left * right;
    case OP_MIN: return min(left, right);
    case OP_MAX: return max(left, right);
    case OP_AND: return left & right;
    case OP_OR: return left | right;
    case OP_XOR: return left ^ right;
    case OP_AFFINE: return T(compose_affine(uint(left), uint(right)));
    default: return left + right;
    }
}

#endif

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
