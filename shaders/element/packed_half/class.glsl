// SPDX-License-Identifier: MIT
// Sums and products of 16-bit floats in the words that these come in, computed in 32 bits.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_packed_half

#define T float
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define PACKED_VECTOR 8
#define VECTOR PACKED_VECTOR
#define VECTORS_ARE_QUADS
#define KEEPS_WORDS false
#define FROM_WORDS(words) uintBitsToFloat(words)
#define TO_WORDS(value) floatBitsToUint(value)
#define BOOLS bool
#define ROUNDS
#define LOAD_ELEMENTS(v, vector, count) input_elements(vector, count, v);
#define V_WORDS 4
#define STRIPES_ARE_ROLLED

#include "element/keys.glsl"

#endif
