// SPDX-License-Identifier: MIT
// 64-bit floats.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_float64

#define T double
#define T_VECTOR dvec2
#define ELEMENT_WORDS 2
#define MEMORY_WORDS 2
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 2
#define FROM_WORDS(words) packDouble2x32(words)
#define TO_WORDS(value) unpackDouble2x32(value)
#define BOOLS bool
#define ROUNDS
#define V_WORDS 4

#include "element/keys.glsl"

#endif
