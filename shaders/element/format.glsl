// SPDX-License-Identifier: MIT
// The formats of elements in memory (FORMAT_... of dispatch.h). Elements of fewer than 32 bits are
// taken out of words, so that no device feature is needed.
//
// Scratch has FORMAT_T, the words of T. FORMAT_NATIVE is that of from_memory and to_memory, or of
// an operator file's map(). All others are narrower than T.
#ifndef FORMAT_GLSL
#define FORMAT_GLSL

#include "element/element.glsl"

layout(constant_id = SPEC_INPUT_FORMAT) const uint INPUT_FORMAT = FORMAT_T;
layout(constant_id = SPEC_OUTPUT_FORMAT) const uint OUTPUT_FORMAT = FORMAT_T;
layout(constant_id = SPEC_DESTINATION_FORMAT) const uint DESTINATION_FORMAT = FORMAT_T;

// The number of elements of a format that a word has; 1 if they are a word or more.
#define PER_WORD(format)                                                                           \
    ((format) == FORMAT_U8 || (format) == FORMAT_I8 ? 4                                            \
     : (format) == FORMAT_U16 || (format) == FORMAT_I16 || (format) == FORMAT_F16 ? 2 : 1)

const uint INPUT_PER_WORD = PER_WORD(INPUT_FORMAT);
const uint OUTPUT_PER_WORD = PER_WORD(OUTPUT_FORMAT);
const bool INPUT_IS_T = INPUT_FORMAT == FORMAT_T;

// INPUT_IS_NARROW, and from_narrow() and to_narrow() where the class has elements narrower than T.
#include "narrow.glsl"

// Convert elements whose format is not narrow.
T from_words(W words, uint format)
{
    return CONVERTED(from_memory(words), FROM_WORDS(words), BOOLS(format == FORMAT_T));
}

W to_words(T value, uint format)
{
    return CONVERTED(to_memory(value), TO_WORDS(value), BOOLS(format == FORMAT_T));
}

// Convert four such elements of a word each.
#if ELEMENT_WORDS == 1 && !defined(CLASS_user) && !defined(PACKED_VECTOR)

T_VECTOR vector_from_words(uvec4 words, uint format)
{
    FOR_KEYS(words = mix(key_of(words, BINARY32), words, bvec4(format == FORMAT_T));)
    return FROM_WORDS(words);
}

uvec4 vector_to_words(T_VECTOR items, uint format)
{
    const uvec4 words = TO_WORDS(items);
    return CONVERTED(bits_of(words, BINARY32), words, bvec4(format == FORMAT_T));
}

#endif

// Returns the element, a seed, that the destination would have as these words.
T seed_from_words(W words)
{
    FOR_NARROW_RESULTS(
        if (PER_WORD(DESTINATION_FORMAT) > 1)
            return from_narrow(narrow_bits(words, 0, DESTINATION_FORMAT), DESTINATION_FORMAT);)
    return from_words(words, DESTINATION_FORMAT);
}

// The type of a seed: an element, or what a predicate says.
#ifndef PREDICATE
#define SEED T
#define SEED_W W
#define EACH_SEED_WORD(call) EACH_WORD(call, 0, 1)
#define SEED_FROM_WORDS(words) seed_from_words(words)
#endif

#endif
