// SPDX-License-Identifier: MIT
// The formats of elements in memory (FORMAT_... of interface.h). Those of fewer than 32 bits are
// taken out of words, so that no device feature is needed.
//
// Scratch has FORMAT_T, the words of T. FORMAT_NATIVE is that of from_memory and to_memory, or of
// an operator file's map(). All others are narrower than T.
#ifndef FORMAT_GLSL
#define FORMAT_GLSL

#include "element/operator.glsl"

#if defined(CLASS_narrow) || defined(CLASS_half) || defined(CLASS_packed)
#define HAS_NARROW_OUTPUT
#define HAS_NARROW_INPUT
#elif defined(CLASS_words2) || defined(CLASS_float64)
#define HAS_NARROW_INPUT
#endif

layout(constant_id = SPEC_INPUT_FORMAT) const uint INPUT_FORMAT = FORMAT_T;
layout(constant_id = SPEC_OUTPUT_FORMAT) const uint OUTPUT_FORMAT = FORMAT_T;
layout(constant_id = SPEC_DESTINATION_FORMAT) const uint DESTINATION_FORMAT = FORMAT_T;

// Elements of a word; 1 of formats of a word or more.
#define PER_WORD(format)                                                                           \
    ((format) == FORMAT_U8 || (format) == FORMAT_I8 ? 4                                            \
     : (format) == FORMAT_U16 || (format) == FORMAT_I16 || (format) == FORMAT_F16 ? 2 : 1)

const uint INPUT_PER_WORD = PER_WORD(INPUT_FORMAT);
const uint OUTPUT_PER_WORD = PER_WORD(OUTPUT_FORMAT);
const bool INPUT_IS_T = INPUT_FORMAT == FORMAT_T;
#ifdef HAS_NARROW_INPUT
const bool INPUT_IS_NARROW = !INPUT_IS_T && INPUT_FORMAT != FORMAT_NATIVE;
#else
const bool INPUT_IS_NARROW = false;
#endif

#ifdef HAS_NARROW_INPUT

const int INPUT_BITS = 32 / int(INPUT_PER_WORD);

// The 32 bits of a narrow element, that is the element `part` of a word; sign-extended.
uint narrow_bits(uint word, uint part, uint format)
{
    const int bits = 32 / PER_WORD(format);
    const int first = int(part) * bits;
    return format == FORMAT_I8 || format == FORMAT_I16
               ? uint(bitfieldExtract(int(word), first, bits))
               : bitfieldExtract(word, first, bits);
}

#if defined(CLASS_packed)

#include "element/packed.glsl"

#elif defined(CLASS_narrow)

// Of a vector of the input, which has INPUT_PER_WORD elements a word.
uvec4 narrow_vector(uvec4 words)
{
    const uvec4 above = INPUT_PER_WORD == 4   ? words.xxxx << uvec4(24, 16, 8, 0)
                        : INPUT_PER_WORD == 2 ? words.xxyy << uvec4(16, 0, 16, 0)
                                              : words;
    return INPUT_FORMAT == FORMAT_I8 || INPUT_FORMAT == FORMAT_I16
               ? uvec4(ivec4(above) >> 32 - INPUT_BITS)
               : above >> 32 - INPUT_BITS;
}

#endif

#if defined(CLASS_packed)

T from_narrow(uint bits, uint format)
{
    return bits;
}

#elif defined(CLASS_narrow)

// The binary32 of a binary16, exactly.
uvec4 float_bits(uvec4 half_bits)
{
    const uvec4 exponent = half_bits >> 10 & 31;
    const uvec4 mantissa = half_bits & 0x3ff;
    const uvec4 bias = mix(uvec4(112), uvec4(224), equal(exponent, uvec4(31)));
    const uvec4 normal = exponent + bias << 23 | mantissa << 13;
    const uvec4 denormal = floatBitsToUint(vec4(mantissa) / 16777216.0);
    return (half_bits & 0x8000) << 16 | mix(normal, denormal, equal(exponent, uvec4(0)));
}

uvec4 from_narrow(uvec4 bits, uint format)
{
    if (format == FORMAT_F16 && DESTINATION_FORMAT != FORMAT_F16)
        bits = float_bits(bits);
    return mix(key_of(bits, BINARY32), key_of(bits, BINARY16),
               bvec4(format == FORMAT_F16 && DESTINATION_FORMAT == FORMAT_F16));
}

T from_narrow(uint bits, uint format)
{
    return from_narrow(uvec4(bits), format).x;
}

// The elements of a vector of the input.
uvec4 narrow_items(uvec4 words)
{
    return from_narrow(narrow_vector(words), INPUT_FORMAT);
}

#elif defined(CLASS_half)

vec4 narrow_items(uvec4 words)
{
    return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
}

T from_narrow(uint bits, uint format)
{
    return unpackHalf2x16(bits).x;
}

#elif defined(CLASS_words2)

// The binary64 of a binary32, exactly.
uvec2 double_bits(uint bits)
{
    const uint magnitude = bits & 0x7fffffffu;
    const int top = findMSB(magnitude);
    const bool is_denormal = magnitude < 0x800000u;
    const uint exponent = is_denormal ? uint(874 + top)
                                      : (magnitude >> 23) + (magnitude >= 0x7f800000u ? 1792 : 896);
    const uint mantissa = (is_denormal ? magnitude << 23 - top : magnitude) & 0x7fffffu;
    const uvec2 words = uvec2(mantissa << 29, exponent << 20 | mantissa >> 3);
    return (magnitude == 0 ? uvec2(0) : words) | uvec2(0, bits & 0x80000000u);
}

T from_narrow(uint bits, uint format)
{
    if (format == FORMAT_F32)
        return wide_key_of(double_bits(bits));
    const bool is_signed = format == FORMAT_I8 || format == FORMAT_I16 || format == FORMAT_I32;
    return wide_key_of(uvec2(bits, is_signed ? uint(int(bits) >> 31) : 0));
}

#elif defined(CLASS_float64)

T from_narrow(uint bits, uint format)
{
    return double(uintBitsToFloat(bits));
}

#endif

#endif

#ifdef HAS_NARROW_OUTPUT

// Stores the bits of a narrow element in a word of a buffer, from its bit `first` on. The other bits
// stay: they may be the neighbours', or not the port's.
#define STORE_NARROW(word, first, narrow, format)                                                  \
    atomicAnd(word, ~bitfieldInsert(0u, ~0u, first, 32 / PER_WORD(format)));                       \
    atomicOr(word, bitfieldInsert(0u, narrow, first, 32 / PER_WORD(format)));

#if defined(CLASS_packed)

uint to_narrow(T value, uint format)
{
    return value;
}

#elif defined(CLASS_half)

// The bits of the half that is nearest, to even if two are. Below 2^-14 halves are multiples of 2^-24,
// as floats are from 0.5 on: there the addition rounds, as the device does.
uvec4 half_bits(vec4 values)
{
    const uvec4 bits = floatBitsToUint(values);
    const uvec4 magnitude = bits & 0x7fffffffu;
    precise const vec4 shifted = uintBitsToFloat(magnitude) + 0.5;
    const uvec4 denormal = floatBitsToUint(shifted) - 0x3f000000u;
    const uvec4 normal = magnitude - (0x38000000u - 0xfffu) + (magnitude >> 13 & 1) >> 13;
    const uvec4 rounded = mix(min(normal, 0x7c00u), denormal, lessThan(magnitude, uvec4(0x38800000u)));
    const uvec4 sign = bits >> 16 & 0x8000u;
    return mix(sign | rounded, uvec4(0x7e00u), greaterThan(magnitude, uvec4(0x7f800000u)));
}

uvec4 to_narrow(vec4 values, uint format)
{
    return half_bits(values);
}

uint to_narrow(T value, uint format)
{
    return half_bits(vec4(value)).x;
}

#else

uvec4 to_narrow(uvec4 values, uint format)
{
    return mix(bits_of(values, BINARY32), bits_of(values, BINARY16), bvec4(format == FORMAT_F16));
}

uint to_narrow(T value, uint format)
{
    return to_narrow(uvec4(value), format).x;
}

#endif

#endif

// Of formats that are not narrow.
T from_words(W words, uint format)
{
#ifdef HAS_KEYS
    return mix(from_memory(words), FROM_WORDS(words), BOOLS(format == FORMAT_T));
#else
    return FROM_WORDS(words);
#endif
}

W to_words(T value, uint format)
{
#ifdef HAS_KEYS
    return mix(to_memory(value), TO_WORDS(value), BOOLS(format == FORMAT_T));
#else
    return TO_WORDS(value);
#endif
}

// The same of four elements of a word each.
#if ELEMENT_WORDS == 1 && !defined(CLASS_user)

T_VECTOR vector_from_words(uvec4 words, uint format)
{
#ifdef HAS_KEYS
    words = mix(key_of(words, BINARY32), words, bvec4(format == FORMAT_T));
#endif
    return FROM_WORDS(words);
}

uvec4 vector_to_words(T_VECTOR items, uint format)
{
    const uvec4 words = TO_WORDS(items);
#ifdef HAS_KEYS
    return mix(bits_of(words, BINARY32), words, bvec4(format == FORMAT_T));
#else
    return words;
#endif
}

#endif

// An element of the destination that has these words: the seed.
T seed_from_words(W words)
{
#ifdef HAS_NARROW_OUTPUT
    if (PER_WORD(DESTINATION_FORMAT) > 1)
        return from_narrow(narrow_bits(words, 0, DESTINATION_FORMAT), DESTINATION_FORMAT);
#endif
    return from_words(words, DESTINATION_FORMAT);
}

// What a seed is; of predicates the user's.
#ifndef PREDICATE
#define SEED T
#define SEED_W W
#define EACH_SEED_WORD(call) EACH_WORD(call, 0, 1)
#define SEED_FROM_WORDS(words) seed_from_words(words)
#endif

#endif
