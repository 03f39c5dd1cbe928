// SPDX-License-Identifier: MIT
// The class of an operator file: its element, identity(), combine() and map() are the user's.
#ifndef OPERATOR_FILE_GLSL
#define OPERATOR_FILE_GLSL

#include "element/user_element.glsl"

// The specialization constant has it.
#undef COMMUTATIVE

#define T ELEMENT
#if ELEMENT_WORDS == 4
#define VECTOR 1
#elif ELEMENT_WORDS == 2
#define VECTOR 2
#else
#define VECTOR 4
#endif

#define FROM_WORDS(words) unpacked(words)
#define TO_WORDS(value) pack(value)

#ifndef INPUT_WORDS // no map
#define INPUT_WORDS ELEMENT_WORDS

T map(ELEMENT_W words, uint index)
{
    return unpacked(words);
}
#endif

#endif
