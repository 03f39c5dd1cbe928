// SPDX-License-Identifier: MIT
// The class of an operator file: its element, identity(), combine() and map() are the user's.
#ifndef CLASS_GLSL
#define CLASS_GLSL

#define CLASS_user

#include "element/user_element.glsl"

// The specialization constant has it.
#undef COMMUTATIVE

#define T ELEMENT
#if ELEMENT_WORDS == 4
#define VECTOR 1
#define STRIPES_ARE_ROLLED
#elif ELEMENT_WORDS == 2
#define VECTOR 2
#else
#define VECTOR 4
#endif

#define T_VECTOR T[VECTOR]
#define FROM_WORDS(words) unpacked(words)
#define TO_WORDS(value) pack(value)
#define BOOLS bool
#define ROUNDS

// Two sources are mapped when they are loaded.
#ifdef SECOND_INPUT_WORDS
#define KEEPS_WORDS false
#else
#define KEEPS_WORDS !INPUT_IS_T
#endif

#ifndef INPUT_WORDS // no map
#define INPUT_WORDS ELEMENT_WORDS

T map(ELEMENT_W words, uint index)
{
    return unpacked(words);
}
#endif

#if INPUT_WORDS > ELEMENT_WORDS
#define V_WORDS (VECTOR * INPUT_WORDS)
#else
#define V_WORDS (VECTOR * ELEMENT_WORDS)
#endif

// Elements have the same words in memory.
#define FOR_KEYS(statement)
#define CONVERTED(conversion, same, is_same) same

// Convert between an element and its words in memory.
T from_memory(W words)
{
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return words;
}

#endif
