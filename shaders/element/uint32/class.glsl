// SPDX-License-Identifier: MIT
// 32-bit integers.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_uint32

#define T uint
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 4
#define VECTORS_ARE_QUADS
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bool
#define V_WORDS 4
#define HAS_KEYS

#include "element/keys.glsl"

#endif
