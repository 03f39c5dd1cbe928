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
#define V_WORDS 4
#define HAS_KEYS

#include "element/keys.glsl"

#endif
