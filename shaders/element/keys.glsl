// SPDX-License-Identifier: MIT
// The identity of the operator, and conversions between elements and their words in memory: to keys,
// unsigned integers that order like the elements (element.glsl), or of classes without keys to the
// same words. Included by class.glsl.
#ifndef KEYS_GLSL
#define KEYS_GLSL

// A specialization constant for each word.
#define IDENTITY_CONSTANTS_1 layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_0 = 0;
#define IDENTITY_CONSTANTS_2                                                                       \
    IDENTITY_CONSTANTS_1 layout(constant_id = SPEC_IDENTITY + 1) const uint IDENTITY_1 = 0;
#define IDENTITY_CONSTANTS_3                                                                       \
    IDENTITY_CONSTANTS_2 layout(constant_id = SPEC_IDENTITY + 2) const uint IDENTITY_2 = 0;
#define IDENTITY_CONSTANTS_4                                                                       \
    IDENTITY_CONSTANTS_3 layout(constant_id = SPEC_IDENTITY + 3) const uint IDENTITY_3 = 0;
#define IDENTITY_OF_1 FROM_WORDS(IDENTITY_0)
#define IDENTITY_OF_2 FROM_WORDS(W(IDENTITY_0, IDENTITY_1))
#define IDENTITY_OF_3 W(IDENTITY_0, IDENTITY_1, IDENTITY_2)
#define IDENTITY_OF_4 W(IDENTITY_0, IDENTITY_1, IDENTITY_2, IDENTITY_3)

PASTE(IDENTITY_CONSTANTS_, ELEMENT_WORDS)

T identity()
{
    return PASTE(IDENTITY_OF_, ELEMENT_WORDS);
}

#ifdef HAS_KEYS

// A statement of classes that have keys; and a conversion, or what it leaves as it is.
#define FOR_KEYS(statement) statement
#define CONVERTED(conversion, same, is_same) mix(conversion, same, is_same)

layout(constant_id = SPEC_KEYS) const uint KEYS = KEYS_NONE;

const bool KEYS_ARE_FLOATS = KEYS == KEYS_NAN_LOWEST || KEYS == KEYS_NAN_HIGHEST;
const uint NAN_KEY = KEYS == KEYS_NAN_LOWEST ? 0u : ~0u;

// The sign bit of a float, and the bits of infinity.
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

// Of one word, four elements are a vector; of several, a key is one by component.
#if ELEMENT_WORDS == 1
DEFINE_KEYS(uvec4, bvec4)
#else
DEFINE_KEYS(W, BOOLS)
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;
#endif

// Returns the key of one 64-bit integer or double.
uvec2 wide_key_of(uvec2 bits)
{
    const uvec2 flipped = bits ^ uvec2(0, 0x80000000u);
    const uint high = bits.y & 0x7fffffffu;
    const bool is_nan = high > 0x7ff00000u || high == 0x7ff00000u && bits.x != 0;
    const uvec2 ordered = mix(flipped, ~bits, bvec2((bits.y & 0x80000000u) != 0));
    const uvec2 key = mix(ordered, uvec2(NAN_KEY), bvec2(is_nan));
    return mix(mix(bits, flipped, bvec2(KEYS == KEYS_SIGNED)), key, bvec2(KEYS_ARE_FLOATS));
}

#if ELEMENT_WORDS == 2

// A statement of classes whose elements may be one number of 64 bits.
#define FOR_WIDE(statement) statement

// Returns the 64-bit integer or double of a key.
uvec2 wide_bits_of(uvec2 key)
{
    const uvec2 flipped = key ^ uvec2(0, 0x80000000u);
    const uvec2 ordered = mix(~key, flipped, BOOLS((key.y & 0x80000000u) != 0));
    const uvec2 bits = mix(ordered, uvec2(0, 0x7ff80000u), BOOLS(key == uvec2(NAN_KEY)));
    return mix(mix(key, flipped, BOOLS(KEYS == KEYS_SIGNED)), bits, BOOLS(KEYS_ARE_FLOATS));
}

#define MEMORY_KEY(words)                                                                          \
    mix(key_of(words, BINARY32), wide_key_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE))
#define MEMORY_BITS(words)                                                                         \
    mix(bits_of(words, BINARY32), wide_bits_of(words), BOOLS(ARITHMETIC == ARITHMETIC_WIDE))

#else

#define FOR_WIDE(statement)
#define MEMORY_KEY(words) key_of(words, BINARY32)
#define MEMORY_BITS(words) bits_of(words, BINARY32)

#endif

// Convert between an element and its words in memory.
T from_memory(W words)
{
    words = MEMORY_KEY(words);
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return MEMORY_BITS(words);
}

#else

#define FOR_KEYS(statement)
#define CONVERTED(conversion, same, is_same) same

// Convert between an element and its words in memory.
T from_memory(W words)
{
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return words;
}

#endif

#endif
