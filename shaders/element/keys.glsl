// SPDX-License-Identifier: MIT
// Keys, unsigned integers that order like the elements (element.glsl). Included by class.glsl of
// classes that have them, which make those of their vectors by DEFINE_KEYS.
#ifndef KEYS_GLSL
#define KEYS_GLSL

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

#endif
