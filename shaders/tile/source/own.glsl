// SPDX-License-Identifier: MIT
// Elements of the source that are a T each, or narrower: those of all classes but packed and user.
#ifndef SOURCE_OWN_GLSL
#define SOURCE_OWN_GLSL

#include "tile/source/vectors.glsl"

#define INPUT_ELEMENT_WORDS ELEMENT_WORDS

// Words of a vector of the input; 0 if it is half a word.
const uint INPUT_VECTOR_WORDS =
    NARROW_OR(VECTOR / INPUT_PER_WORD, VECTOR * INPUT_ELEMENT_WORDS);

// Whether V has the words of the source and not those of a T for each element, which take more
// registers.
const bool INPUT_IS_RAW = INPUT_IS_NARROW;

// For sources that are mapped when they are loaded (two_sources.glsl).
#define MAP_VECTOR(v, first)
#define MAP_ELEMENT(v, k, index, word)

// Returns the elements of a V that is not raw.
T_VECTOR items_of(V v)
{
#define ITEMS_OF_1 FROM_WORDS(v)
#define ITEMS_OF_2 T_VECTOR(FROM_WORDS(v.xy), FROM_WORDS(v.zw))
#define ITEMS_OF_3                                                                                 \
    T_VECTOR(v.quads[0].xyz, uvec3(v.quads[0].w, v.quads[1].xy),                                   \
             uvec3(v.quads[1].zw, v.quads[2].x), v.quads[2].yzw)
#define ITEMS_OF_4 T_VECTOR(v)
    return PASTE(ITEMS_OF_, ELEMENT_WORDS);
}

#include "tile/source/places.glsl"

bool input_has_vectors()
{
#if defined(HEAD_PADDED) && !defined(ROUNDS)
    if (REVERSE == 0)
        return true;
#endif
    return vector_shift(dispatch.input_offset, INPUT_ELEMENT_WORDS) == 0;
}

#endif
