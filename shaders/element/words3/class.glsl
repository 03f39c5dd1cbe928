// SPDX-License-Identifier: MIT
// Vectors of three words.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_words3

#define T uvec3
#define T_VECTOR T[VECTOR]
#define ELEMENT_WORDS 3
#define MEMORY_WORDS 3
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 4
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bvec3
#define ROUNDS
#define V_WORDS (VECTOR * ELEMENT_WORDS)
#define HAS_KEYS

#include "element/keys.glsl"

#endif
