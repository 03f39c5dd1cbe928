// SPDX-License-Identifier: MIT
// Converts elements between memory and registers. The two differ for minima and maxima of other
// types than unsigned integers: these are computed over keys, unsigned integers that order like the
// elements. Keys of two's complement have the sign bit flipped. Of floats, -0 is below +0, and all
// NaNs have one key, below or above all others. So results are exact: integers have no NaN, no sign
// of zero and no denormals for a device to flush.
#ifndef MEMORY_GLSL
#define MEMORY_GLSL

#include "detail/element.glsl"

#ifdef SIGNED_T

layout(constant_id = SPEC_KEYS) const uint KEYS = KEYS_NONE;

const int LAST_BIT = 32 * ELEMENT_WORDS - 1;
const T NAN_KEY = KEYS == KEYS_NAN_LOWEST ? T(0) : ~T(0);

T from_memory(T stored)
{
    const T ordered = stored ^ (T(SIGNED_T(stored) >> LAST_BIT) | SIGN_BIT);
    const T key = mix(ordered, NAN_KEY, (stored & ~SIGN_BIT) > INFINITY_BITS);
    return mix(mix(key, stored ^ SIGN_BIT, KEYS == KEYS_SIGNED), stored, KEYS == KEYS_NONE);
}

T to_memory(T value)
{
    const T ordered = value ^ (T(SIGNED_T(~value) >> LAST_BIT) | SIGN_BIT);
    const T bits = mix(ordered, QUIET_NAN, value == NAN_KEY);
    return mix(mix(bits, value ^ SIGN_BIT, KEYS == KEYS_SIGNED), value, KEYS == KEYS_NONE);
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
