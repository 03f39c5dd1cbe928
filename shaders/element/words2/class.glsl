// SPDX-License-Identifier: MIT
// 64-bit integers, and vectors of two words.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_words2

#define T uvec2
#define T_VECTOR T[VECTOR]
#define ELEMENT_WORDS 2
#define MEMORY_WORDS 2
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 2
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bvec2
#define ROUNDS

#include "element/quad.glsl"
#include "element/identity.glsl"

// Elements are keys: of two components, or one of 64 bits.
#include "element/keys.glsl"
DEFINE_KEYS(W, BOOLS)
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;

// Convert between one 64-bit integer or double and its key.
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

// Convert between an element and its words in memory.
T from_memory(W words)
{
    words = mix(key_of(words, BINARY32), wide_key_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return mix(bits_of(words, BINARY32), wide_bits_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE));
}

#endif
