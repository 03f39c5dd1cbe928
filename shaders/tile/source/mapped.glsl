// SPDX-License-Identifier: MIT
// One source of a user.
#ifndef SOURCE_MAPPED_GLSL
#define SOURCE_MAPPED_GLSL

#define MAPS_LATE !INPUT_IS_T
#define MAP_VECTOR(v, first)
#define MAP_ELEMENT(v, k, index, word)
#include "tile/source/user.glsl"

// Returns the source's words of the element k of a vector in memory.
INPUT_W input_words_at(V v, uint k)
{
    INPUT_W words;
    for (uint i = 0; i < INPUT_WORDS; i++)
        INPUT_WORD(words, i) = V_WORD(v, k * INPUT_WORDS + i);
    return words;
}

// Returns element k of a raw vector that begins with the element `first`.
T raw_element(V v, uint k, uint first)
{
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    return map(input_words_at(v, p), dispatch.start[0] + element_in_port(first + k));
}

#include "tile/source/set.glsl"
#include "tile/source/words_vector.glsl"
#include "tile/source/elements.glsl"
#include "tile/source/items.glsl"

#endif
