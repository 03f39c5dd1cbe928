// SPDX-License-Identifier: MIT
// Elements as they lie in memory, and as values of T in registers. They differ where i32 kernels
// compute minima and maxima of floats: over keys, integers that order like the floats they stand
// for, -0 before +0. Exact, since integers have no NaN, no sign of zero and no denormals for a
// device to disregard, and as fast as any integer operator.
#ifndef MEMORY_GLSL
#define MEMORY_GLSL

#include "vkscan/element.glsl"

#ifdef ELEMENT_I32

layout(constant_id = SPEC_FLOAT_KEYS) const uint FLOAT_KEYS = FLOAT_KEYS_NONE;

const int QUIET_NAN = 0x7fc00000;
// Beyond both infinities lie keys of NaNs alone: one that beats everything stands for all.
const int NAN_KEY = FLOAT_KEYS == FLOAT_KEYS_NAN_LOWEST ? int(0x80000000u) : 0x7fffffff;

// Its own inverse.
int order_key(int bits)
{
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

bool is_nan(int bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

T from_memory(T stored)
{
    if (FLOAT_KEYS == FLOAT_KEYS_NONE)
        return stored;
    return is_nan(stored) ? NAN_KEY : order_key(stored);
}

T to_memory(T value)
{
    if (FLOAT_KEYS == FLOAT_KEYS_NONE)
        return value;
    return value == NAN_KEY ? QUIET_NAN : order_key(value);
}

#else

T from_memory(T stored)
{
    return stored;
}

T to_memory(T value)
{
    return value;
}

#endif

V from_memory(V stored)
{
    for (uint k = 0; k < VECTOR; k++)
        stored[k] = from_memory(stored[k]);
    return stored;
}

V to_memory(V value)
{
    for (uint k = 0; k < VECTOR; k++)
        value[k] = to_memory(value[k]);
    return value;
}

// A value as bits that hold it, whatever it would be in memory, and back.
uint to_bits(T value)
{
    return TO_BITS(value);
}

T value_from_bits(uint bits)
{
    return FROM_BITS(bits);
}

// The element that has these bits in memory.
T from_bits(uint bits)
{
    return from_memory(FROM_BITS(bits));
}

#endif
