// SPDX-License-Identifier: MIT
// Elements of a source that a user's map() makes a T. The includer defines MAPS_LATE: whether vectors
// keep the words of the source until elements_of() maps them.
#ifndef SOURCE_USER_GLSL
#define SOURCE_USER_GLSL

#include "tile/source/vectors.glsl"

// Words of an element of the input.
#if INPUT_WORDS == ELEMENT_WORDS
#define INPUT_ELEMENT_WORDS ELEMENT_WORDS
#else
const uint INPUT_ELEMENT_WORDS = INPUT_IS_T ? ELEMENT_WORDS : INPUT_WORDS;
#endif

// Words of a vector of the input.
const uint INPUT_VECTOR_WORDS = VECTOR * INPUT_ELEMENT_WORDS;

// Whether V has the words of the source: map() has no inverse.
const bool INPUT_IS_RAW = MAPS_LATE;

// Returns the elements of a V that is not raw.
T_VECTOR items_of(V v)
{
    T_VECTOR items;
#define GET_ITEM(k) items[k] = FROM_WORDS(EACH_WORD(WORD_OF_V, (k) * ELEMENT_WORDS, 1));
    EACH_ITEM(GET_ITEM)
#undef GET_ITEM
    return items;
}

#include "tile/source/places.glsl"

bool input_has_vectors()
{
#if INPUT_WORDS == 3 && VECTOR != 4
    if (!INPUT_IS_T)
        return false;
#endif
    return vector_shift(dispatch.input_offset, INPUT_ELEMENT_WORDS) == 0;
}

#include "tile/source/load_words.glsl"

#define INPUT_W UVEC(INPUT_WORDS)
#define INPUT_WORD(words, i) PASTE(WORD_OF_, INPUT_WORDS)(words, i)

// Returns where the element `index` lies in a port, from the port's start on.
uint element_in_port(uint index)
{
    return REVERSE != 0 ? run_count() - 1 - index : index - head();
}

#endif
