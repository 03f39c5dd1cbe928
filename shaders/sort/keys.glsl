// SPDX-License-Identifier: MIT
// The keys of a radix sort: raw bits in memory, which are moved as they are, and the ordered form
// of a key, an unsigned integer of as many bits that orders like the key and of which a pass takes
// one digit.
//
// The ordered form is the key of memory.glsl: of floats -0 is below +0, and all NaNs, whatever
// their sign and payload, are equal and above infinity. In a descending sort it is inverted, so
// that equal keys stay in order.
#ifndef SORT_KEYS_GLSL
#define SORT_KEYS_GLSL

#include "port/port.glsl"

layout(constant_id = SPEC_KEY_BITS) const uint KEY_BITS = 32; // in memory: 8, 16, 32 or 64
layout(constant_id = SPEC_DESCENDING) const uint DESCENDING = 0;

#ifdef CLASS_words2
#define K uvec2 // the low word first
#else
#define K uint // a narrow key is in the low bits, the others are 0
#endif

ALIASED PORT(BINDING_INPUT, 4) readonly buffer KeyWords { uint words[]; } BOUND(KeyWords);
ALIASED PORT(BINDING_INPUT, 8) readonly buffer KeyPairs { uvec2 pairs[]; } BOUND(KeyPairs);

const uint KEYS_PER_WORD = KEY_BITS < 32 ? 32 / KEY_BITS : 1;

// Returns key `index` of the input.
K load_key(uint index)
{
    const uint i = dispatch.input_offset + index;
#ifdef CLASS_words2
    return AT(KeyPairs, pairs, input, 8, i);
#else
    const uint word = AT(KeyWords, words, input, 4, i / KEYS_PER_WORD);
    if (KEY_BITS == 32)
        return word;
    return bitfieldExtract(word, int(i % KEYS_PER_WORD * KEY_BITS), int(KEY_BITS));
#endif
}

const uint ALL_BITS = ~0u >> 32 - KEY_BITS % 64; // of a key of up to 32 bits

K ascending_form(K key)
{
#ifdef CLASS_words2
    return wide_key_of(key);
#else
    if (KEYS_ARE_FLOATS && KEY_BITS == 16)
        return key_of(key, BINARY16);
    const uint above = 32 - KEY_BITS; // bits, so that the sign's is the highest
    return key_of(key << above, BINARY32) >> above;
#endif
}

K ordered_form(K key)
{
    const K form = ascending_form(key);
    return DESCENDING != 0 ? ~form : form;
}

// Returns `count` bits of an ordered form, 8 at most.
uint bits_of(K form, uint first, uint count)
{
#ifdef CLASS_words2
    const uint low = first == 0 ? form.x : form.x >> first | form.y << 32 - first;
    const uint bits = first < 32 ? low : form.y >> first - 32;
#else
    const uint bits = form >> first;
#endif
    return bits & (1u << count) - 1;
}

// HAS_LAST_KEY tells whether last_key() has the highest value of each digit: then it stands for
// keys that a tile lacks, and stays behind all others. Of floats it is a NaN, all bits set.
const bool HAS_LAST_KEY = !KEYS_ARE_FLOATS || DESCENDING == 0;

uint last_word(uint sign)
{
    const uint lowest = KEYS == KEYS_NONE ? 0 : sign;
    return KEYS_ARE_FLOATS ? ~0u : DESCENDING != 0 ? lowest : ~lowest;
}

K last_key()
{
#ifdef CLASS_words2
    return K(last_word(0), last_word(1u << 31));
#else
    return last_word(1u << KEY_BITS - 1);
#endif
}

// The digit that keys are sorted by: that of the pass (DIGIT of interface.h) by default.
#ifndef SORTED_BY
#define SORTED_BY dispatch.parameter
#endif

uint digit_of(K key)
{
    return bits_of(ordered_form(key), DIGIT_FIRST(SORTED_BY), DIGIT_BITS(SORTED_BY));
}

#endif
