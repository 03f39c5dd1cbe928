// SPDX-License-Identifier: MIT
// Vectors of four words.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_words4

#define T uvec4
#define T_VECTOR T[VECTOR]
#define ELEMENT_WORDS 4
#define MEMORY_WORDS 4
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 1
#define VECTORS_ARE_QUADS
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bvec4
#define ROUNDS
#define V_WORDS 4
#define STRIPES_ARE_ROLLED
#define HAS_KEYS

#include "element/keys.glsl"

#endif
