// SPDX-License-Identifier: MIT
// Converts elements between memory and registers. The two differ for minima and maxima of other
// types than unsigned integers: these are computed over keys, unsigned integers that order like the
// elements. Keys of two's complement have the sign bit flipped. Of floats, -0 is below +0, and all
// NaNs have one key, below or above all others. So results are exact: integers have no NaN, no sign
// of zero and no denormals for a device to flush.
#ifndef MEMORY_GLSL
#define MEMORY_GLSL

#include "detail/element.glsl"

#ifdef CLASS_uint32

layout(constant_id = SPEC_KEYS) const uint KEYS = KEYS_NONE;

const uint SIGN = 0x80000000u;
const uint INFINITY_BITS = 0x7f800000u;
const uint QUIET_NAN = 0x7fc00000u;
const uint NAN_KEY = KEYS == KEYS_NAN_LOWEST ? 0u : 0xffffffffu;

T from_memory(T stored)
{
    const uint ordered = stored ^ (uint(int(stored) >> 31) | SIGN);
    const uint key = mix(ordered, NAN_KEY, (stored & ~SIGN) > INFINITY_BITS);
    return mix(mix(key, stored ^ SIGN, KEYS == KEYS_SIGNED), stored, KEYS == KEYS_NONE);
}

T to_memory(T value)
{
    const uint ordered = value ^ (uint(int(~value) >> 31) | SIGN);
    const uint bits = mix(ordered, QUIET_NAN, value == NAN_KEY);
    return mix(mix(bits, value ^ SIGN, KEYS == KEYS_SIGNED), value, KEYS == KEYS_NONE);
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

// The element that has these words in memory.
T element_from_words(W words)
{
    return from_memory(FROM_WORDS(words));
}

#endif
