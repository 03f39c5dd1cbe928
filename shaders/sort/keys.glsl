// SPDX-License-Identifier: MIT
// The keys of a radix sort: raw bits in memory, which are moved as they are, and the ordered form
// of a key, an unsigned integer of as many bits that orders like the key and of which a pass takes
// one digit.
//
// The ordered form is the key of element.glsl: of floats -0 is below +0, and all NaNs, whatever
// their sign and payload, are equal and above infinity. In a descending sort it is inverted, so
// that equal keys stay in order.
#ifndef SORT_KEYS_GLSL
#define SORT_KEYS_GLSL

#include "port/port.glsl"
#include "sort/digits.h"

layout(constant_id = SPEC_KEY_BITS) const uint KEY_BITS = 32; // in memory: 8, 16, 32 or 64
layout(constant_id = SPEC_DESCENDING) const uint DESCENDING = 0;

ALIASED PORT(BINDING_INPUT, 4) readonly buffer KeyWords { uint words[]; } BOUND(KeyWords);
ALIASED PORT(BINDING_INPUT, 8) readonly buffer KeyPairs { uvec2 pairs[]; } BOUND(KeyPairs);

const uint KEYS_PER_WORD = KEY_BITS < 32 ? 32 / KEY_BITS : 1;
const uint ALL_BITS = ~0u >> 32 - KEY_BITS % 64; // of a key of up to 32 bits

// HAS_LAST_KEY tells whether last_key() has the highest value of each digit: then it stands for
// keys that a tile lacks, and stays behind all others. Of floats it is a NaN, all bits set.
const bool HAS_LAST_KEY = !KEYS_ARE_FLOATS || DESCENDING == 0;

// K, a key as it lies in memory; load_key(), ordered_form(), bits_of() and last_key().
#include "key.glsl"

// The digit by which a kernel sorts, which defines SORTED_BY, as dispatch.parameter has digits.
#ifdef SORTED_BY
uint digit_of(K key)
{
    return bits_of(ordered_form(key), DIGIT_FIRST(SORTED_BY), DIGIT_BITS(SORTED_BY));
}
#endif

#endif
