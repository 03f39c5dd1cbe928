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

#include "element/quad.glsl"
#include "element/identity.glsl"

// Elements are keys; four are a vector.
#include "element/keys.glsl"
DEFINE_KEYS(uvec4, bvec4)
#include "element/convert_keys.glsl"

#endif
