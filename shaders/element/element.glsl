// SPDX-License-Identifier: MIT
// The element T of this module in registers, by arithmetic class; and V, the words in memory of a
// vector: the elements that one access moves, or three if they have three words each.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "interface.h"
#include "element/words.glsl"
#ifdef PREDICATE
#include "element/predicate.glsl"
#endif

// For each class: T; ELEMENT_WORDS, of 32 bits, that a T is; MEMORY_WORDS, the same also where
// counts.glsl has made T something else; the conversions between T and its words
// W; VECTOR, the elements of a vector; and T_VECTOR, so many Ts.
#if defined(CLASS_uint32) || defined(CLASS_narrow)
#define T uint
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define VECTOR 4
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#elif defined(CLASS_packed) // sums of narrow integers, all of a word at once (packed.glsl)
#define T uint
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define VECTOR PACKED_VECTOR
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define OP OP_ADD
#elif defined(CLASS_float32) || defined(CLASS_half)
#define T float
#define T_VECTOR vec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define VECTOR 4
#define FROM_WORDS(words) uintBitsToFloat(words)
#define TO_WORDS(value) floatBitsToUint(value)
#elif defined(CLASS_words2) // 64-bit integers, vectors
#define T uvec2
#define ELEMENT_WORDS 2
#define MEMORY_WORDS 2
#define VECTOR 2
#elif defined(CLASS_words3)
#define T uvec3
#define ELEMENT_WORDS 3
#define MEMORY_WORDS 3
#define VECTOR 4
#elif defined(CLASS_words4)
#define T uvec4
#define ELEMENT_WORDS 4
#define MEMORY_WORDS 4
#define VECTOR 1
#elif defined(CLASS_float64)
#define T double
#define T_VECTOR dvec2
#define ELEMENT_WORDS 2
#define MEMORY_WORDS 2
#define VECTOR 2
#define FROM_WORDS(words) packDouble2x32(words)
#define TO_WORDS(value) unpackDouble2x32(value)
#elif defined(CLASS_user)
#include "element/operator_file.glsl"
#endif

// A condition for each component that mix() wants of a T.
#if defined(CLASS_words2)
#define BOOLS bvec2
#elif defined(CLASS_words3)
#define BOOLS bvec3
#elif defined(CLASS_words4)
#define BOOLS bvec4
#else
#define BOOLS bool
#endif

#ifndef T_VECTOR
#define T_VECTOR T[VECTOR]
#endif

#ifndef FROM_WORDS
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#endif

// Words of an element of the source, which map() of an operator file makes a T.
#ifndef INPUT_WORDS
#define INPUT_WORDS ELEMENT_WORDS
#endif

// Classes whose operators may round: the order of their combinations never depends on timing.
#if !defined(CLASS_uint32) && !defined(CLASS_narrow) && !defined(CLASS_packed)
#define ROUNDS
#endif

// W, a T as words; its word k; and a loop over its words.
#define W UVEC(ELEMENT_WORDS)
#define EACH_WORD(call, first, stride) PASTE(WORDS_OF_, ELEMENT_WORDS)(W, call, first, stride)
#define WORD(words, k) PASTE(WORD_OF_, ELEMENT_WORDS)(words, k)
#define FOR_EACH_WORD(k) PASTE(FOR_WORDS_, ELEMENT_WORDS)(k)
#define SET_EACH_WORD(f) PASTE(SET_WORDS_, ELEMENT_WORDS)(f)

// Statements for each item of a vector, and for each word of an element. No loops: NVIDIA's driver
// 580 does not unroll a loop over stripes whose body has loops, not even those that never run, and
// what is indexed in it leaves the registers.
#define EACH_ITEM(f) PASTE(EACH_ITEM_OF_, VECTOR)(f)

// V, and its word i.
#ifdef CLASS_packed
#define V_WORDS 4
#elif INPUT_WORDS > ELEMENT_WORDS
#define V_WORDS (VECTOR * INPUT_WORDS)
#else
#define V_WORDS (VECTOR * ELEMENT_WORDS)
#endif
#if V_WORDS <= 4
#define V uvec4
#define V_WORD(v, i) (v)[i]
#define V_QUAD(v, q) (v)
#else
struct vector_words {
    uvec4 quads[(V_WORDS + 3) / 4];
};
#define V vector_words
#define V_WORD(v, i) (v).quads[(i) / 4][(i) % 4]
#define V_QUAD(v, q) (v).quads[q]
#endif

#ifndef CLASS_user
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
#endif

#endif
