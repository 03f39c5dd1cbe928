// SPDX-License-Identifier: MIT
// 32-bit floats.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_float32

#define T float
#define T_VECTOR vec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 4
#define VECTORS_ARE_QUADS
#define FROM_WORDS(words) uintBitsToFloat(words)
#define TO_WORDS(value) floatBitsToUint(value)
#define BOOLS bool
#define ROUNDS
#define V_WORDS 4

#include "element/keys.glsl"

#endif
