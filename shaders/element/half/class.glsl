// SPDX-License-Identifier: MIT
// 16-bit floats, computed in 32 bits.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_half

#define T float
#define T_VECTOR vec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 4
#define FROM_WORDS(words) uintBitsToFloat(words)
#define TO_WORDS(value) floatBitsToUint(value)
#define BOOLS bool
#define NARROW_VECTORS // narrow_items() takes all of a vector
#define ROUNDS
#define V_WORDS 4
#define STRIPES_ARE_ROLLED

#include "element/keys.glsl"

#endif
