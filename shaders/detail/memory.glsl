// SPDX-License-Identifier: MIT
// Converts elements between memory and registers: of the element's own size by from_memory and
// to_memory, narrow and narrower ones by formats (format.glsl).
//
// The two differ for minima and maxima of other types than unsigned integers: these are computed
// over keys, unsigned integers that order like the elements. Keys of two's complement have the sign
// bit flipped. Of floats, -0 is below +0, and all NaNs have one key, below or above all others. So
// results are exact: integers have no NaN, no sign of zero and no denormals for a device to flush.
#ifndef MEMORY_GLSL
#define MEMORY_GLSL

#include "detail/element.glsl"

#if defined(CLASS_uint32) || defined(CLASS_words2) || defined(CLASS_words3) || defined(CLASS_words4)
#define HAS_KEYS
#endif

#ifdef HAS_KEYS

layout(constant_id = SPEC_KEYS) const uint KEYS = KEYS_NONE;

const bool KEYS_ARE_FLOATS = KEYS == KEYS_NAN_LOWEST || KEYS == KEYS_NAN_HIGHEST;
const uint NAN_KEY = KEYS == KEYS_NAN_LOWEST ? 0u : ~0u;

// Of a float's bits: its sign bit, and those of infinity.
struct float_layout {
    uint sign, infinity, quiet_nan;
};

const float_layout BINARY32 = float_layout(0x80000000u, 0x7f800000u, 0x7fc00000u);
const float_layout BINARY16 = float_layout(0x8000u, 0x7c00u, 0x7e00u);

// Of 32 bits, or of 16 in a word.
uint key_of(uint bits, float_layout f)
{
    const uint all = f.sign | (f.sign - 1);
    const uint ordered = (bits & f.sign) != 0 ? ~bits & all : bits | f.sign;
    const uint key = (bits & ~f.sign & all) > f.infinity ? NAN_KEY : ordered;
    return KEYS_ARE_FLOATS ? key : KEYS == KEYS_SIGNED ? bits ^ 0x80000000u : bits;
}

uint bits_of(uint key, float_layout f)
{
    const uint all = f.sign | (f.sign - 1);
    const uint ordered = (key & f.sign) != 0 ? key & ~f.sign : ~key & all;
    const uint bits = key == NAN_KEY ? f.quiet_nan : ordered;
    return KEYS_ARE_FLOATS ? bits : KEYS == KEYS_SIGNED ? key ^ 0x80000000u : key;
}

#endif

#if defined(CLASS_words2) || defined(CLASS_words3) || defined(CLASS_words4)
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;
#endif

#ifdef CLASS_words2

// Of one 64-bit integer or double.
uvec2 wide_key_of(uvec2 bits)
{
    const uvec2 ordered = (bits.y & 0x80000000u) != 0 ? ~bits : bits ^ uvec2(0, 0x80000000u);
    const uint high = bits.y & 0x7fffffffu;
    const bool is_nan = high > 0x7ff00000u || high == 0x7ff00000u && bits.x != 0;
    const uvec2 key = is_nan ? uvec2(NAN_KEY) : ordered;
    return KEYS_ARE_FLOATS ? key : KEYS == KEYS_SIGNED ? bits ^ uvec2(0, 0x80000000u) : bits;
}

uvec2 wide_bits_of(uvec2 key)
{
    const uvec2 ordered = (key.y & 0x80000000u) != 0 ? key ^ uvec2(0, 0x80000000u) : ~key;
    const uvec2 bits = key == uvec2(NAN_KEY) ? uvec2(0, 0x7ff80000u) : ordered;
    return KEYS_ARE_FLOATS ? bits : KEYS == KEYS_SIGNED ? key ^ uvec2(0, 0x80000000u) : key;
}

#endif

// The element that has these words in memory, and back.
T from_memory(W words)
{
#ifdef CLASS_words2
    if (ARITHMETIC == ARITHMETIC_WIDE)
        return wide_key_of(words);
#endif
#ifdef HAS_KEYS
    FOR_EACH_WORD(k)
        WORD(words, k) = key_of(WORD(words, k), BINARY32);
#endif
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    W words = TO_WORDS(value);
#ifdef CLASS_words2
    if (ARITHMETIC == ARITHMETIC_WIDE)
        return wide_bits_of(words);
#endif
#ifdef HAS_KEYS
    FOR_EACH_WORD(k)
        WORD(words, k) = bits_of(WORD(words, k), BINARY32);
#endif
    return words;
}

#endif
