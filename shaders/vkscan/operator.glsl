// SPDX-License-Identifier: MIT
// The operator of this pipeline: combine(left, right) and its identity. Any associative operator
// is right here, so left and right are never exchanged.
#ifndef OPERATOR_GLSL
#define OPERATOR_GLSL

#include "vkscan/element.glsl"

layout(constant_id = SPEC_OP) const uint OP = OP_ADD;
layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_BITS = 0;

T identity()
{
    return FROM_BITS(IDENTITY_BITS);
}

#ifdef ELEMENT_IS_FLOAT

const uint QUIET_NAN = 0x7fc00000u;
const int KEY_LOWEST = int(0x80000000u);
const int KEY_HIGHEST = 0x7fffffff;

bool is_nan(float x)
{
    return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

// Keys order like the floats they stand for, -0 before +0. In integers, since Vulkan lets float
// comparisons ignore NaN, the sign of zero and denormals. Its own inverse.
int order_key(int bits)
{
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

// Beyond both infinities are keys of NaNs alone, one of which here beats all others.
int min_key(float x)
{
    return is_nan(x) ? KEY_LOWEST : order_key(floatBitsToInt(x));
}

float from_min_key(int key)
{
    return uintBitsToFloat(key == KEY_LOWEST ? QUIET_NAN : uint(order_key(key)));
}

int max_key(float x)
{
    return is_nan(x) ? KEY_HIGHEST : order_key(floatBitsToInt(x));
}

float from_max_key(int key)
{
    return uintBitsToFloat(key == KEY_HIGHEST ? QUIET_NAN : uint(order_key(key)));
}

float combine(float left, float right)
{
    precise float result; // one rounding for each operator, none fused or regrouped
    switch (OP) {
    case OP_MUL: result = left * right; break;
    case OP_MIN: result = from_min_key(min(min_key(left), min_key(right))); break;
    case OP_MAX: result = from_max_key(max(max_key(left), max_key(right))); break;
    default: result = left + right; break;
    }
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

T combine_vector(V v)
{
    T result = v[0];
    [[unroll]] for (uint k = 1; k < VECTOR; k++)
        result = combine(result, v[k]);
    return result;
}

#endif
