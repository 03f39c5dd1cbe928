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

#include "element/element.glsl"

#if defined(CLASS_uint32) || defined(CLASS_narrow) || defined(CLASS_words2) ||                     \
    defined(CLASS_words3) || defined(CLASS_words4)
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

// Of 32 bits, or of 16 in a word; of a vector by component. IS_SET, IS_GREATER and IS_EQUAL are
// conditions for mix().
#define DEFINE_KEYS(WORDS, CONDITIONS)                                                             \
    WORDS key_of(WORDS bits, float_layout f)                                                       \
    {                                                                                              \
        const uint all = f.sign | (f.sign - 1);                                                    \
        const WORDS ordered = mix(bits | f.sign, ~bits & all, IS_SET(WORDS, bits & f.sign));       \
        const WORDS key = mix(ordered, WORDS(NAN_KEY),                                             \
                              IS_GREATER(bits & (f.sign - 1), WORDS(f.infinity)));                 \
        return mix(mix(bits, bits ^ 0x80000000u, CONDITIONS(KEYS == KEYS_SIGNED)), key,            \
                   CONDITIONS(KEYS_ARE_FLOATS));                                                   \
    }                                                                                              \
                                                                                                   \
    WORDS bits_of(WORDS key, float_layout f)                                                       \
    {                                                                                              \
        const uint all = f.sign | (f.sign - 1);                                                    \
        const WORDS ordered = mix(~key & all, key & ~f.sign, IS_SET(WORDS, key & f.sign));         \
        const WORDS bits = mix(ordered, WORDS(f.quiet_nan), IS_EQUAL(key, WORDS(NAN_KEY)));        \
        return mix(mix(key, key ^ 0x80000000u, CONDITIONS(KEYS == KEYS_SIGNED)), bits,             \
                   CONDITIONS(KEYS_ARE_FLOATS));                                                   \
    }

#define IS_SET(WORDS, bits) ((bits) != 0)
#define IS_GREATER(left, right) ((left) > (right))
#define IS_EQUAL(left, right) ((left) == (right))
DEFINE_KEYS(uint, bool)
#undef IS_SET
#undef IS_GREATER
#undef IS_EQUAL
#define IS_SET(WORDS, bits) notEqual(bits, WORDS(0))
#define IS_GREATER(left, right) greaterThan(left, right)
#define IS_EQUAL(left, right) equal(left, right)
#if ELEMENT_WORDS == 1
DEFINE_KEYS(uvec4, bvec4)
#else
DEFINE_KEYS(W, BOOLS)
#endif

#endif

#if defined(CLASS_words2) || defined(CLASS_words3) || defined(CLASS_words4)
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;
#endif

#ifdef CLASS_words2

// Of one 64-bit integer or double.
uvec2 wide_key_of(uvec2 bits)
{
    const uvec2 flipped = bits ^ uvec2(0, 0x80000000u);
    const uint high = bits.y & 0x7fffffffu;
    const bool is_nan = high > 0x7ff00000u || high == 0x7ff00000u && bits.x != 0;
    const uvec2 ordered = mix(flipped, ~bits, BOOLS((bits.y & 0x80000000u) != 0));
    const uvec2 key = mix(ordered, uvec2(NAN_KEY), BOOLS(is_nan));
    return mix(mix(bits, flipped, BOOLS(KEYS == KEYS_SIGNED)), key, BOOLS(KEYS_ARE_FLOATS));
}

uvec2 wide_bits_of(uvec2 key)
{
    const uvec2 flipped = key ^ uvec2(0, 0x80000000u);
    const uvec2 ordered = mix(~key, flipped, BOOLS((key.y & 0x80000000u) != 0));
    const uvec2 bits = mix(ordered, uvec2(0, 0x7ff80000u), BOOLS(key == uvec2(NAN_KEY)));
    return mix(mix(key, flipped, BOOLS(KEYS == KEYS_SIGNED)), bits, BOOLS(KEYS_ARE_FLOATS));
}

#endif

// The element that has these words in memory, and back.
T from_memory(W words)
{
#ifdef CLASS_words2
    words = mix(key_of(words, BINARY32), wide_key_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
#elif defined(HAS_KEYS)
    words = key_of(words, BINARY32);
#endif
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
#ifdef CLASS_words2
    return mix(bits_of(words, BINARY32), wide_bits_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
#elif defined(HAS_KEYS)
    return bits_of(words, BINARY32);
#else
    return words;
#endif
}

#endif
