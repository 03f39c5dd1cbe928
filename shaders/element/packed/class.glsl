// SPDX-License-Identifier: MIT
// Sums of narrow integers, all of a word at once (packed.glsl).
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_packed

#define T uint
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define PACKED_VECTOR (4 * INPUT_PER_WORD)
#define VECTOR PACKED_VECTOR
#define VECTORS_ARE_QUADS
#define KEEPS_WORDS false
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bool
#define OP OP_ADD
#define LOAD_ELEMENTS(v, vector, count) input_elements(vector, count, v);
#define V_WORDS 4
#define STRIPES_ARE_ROLLED

#include "element/keys.glsl"

#endif
