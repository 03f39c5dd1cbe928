// SPDX-License-Identifier: MIT
// Integers and halves of fewer than 32 bits, computed in 32 bits.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_narrow

#define T uint
#define T_VECTOR uvec4
#define ELEMENT_WORDS 1
#define MEMORY_WORDS 1
#define INPUT_WORDS ELEMENT_WORDS
#define VECTOR 4
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define BOOLS bool
#define NARROW_VECTORS // narrow_items() takes all of a vector
#define V_WORDS 4
#define STRIPES_ARE_ROLLED
#define HAS_KEYS

#include "element/keys.glsl"

#endif
