// SPDX-License-Identifier: MIT
// Two sources of a user, whose elements are mapped when they are loaded.
#ifndef SOURCE_TWO_SOURCES_GLSL
#define SOURCE_TWO_SOURCES_GLSL

#define MAPS_LATE false
#define MAP_VECTOR(v, first)                                                                       \
    if (!INPUT_IS_T)                                                                               \
        return map_vector(v, first);
#define MAP_ELEMENT(v, k, index, word)                                                             \
    if (!INPUT_IS_T) {                                                                             \
        INPUT_W words;                                                                             \
        for (uint i = 0; i < INPUT_WORDS; i++)                                                     \
            INPUT_WORD(words, i) = AT(InputWords, words, input, 4, word + i);                      \
        const uint at = dispatch.start[0] + element_in_port(index);                                \
        set_element(v, k, map(words, load_second(index), at));                                     \
        return;                                                                                    \
    }
#include "tile/source/user.glsl"
#include "tile/second_input.glsl"

// Returns the source's words of the element k of a vector in memory.
INPUT_W input_words_at(V v, uint k)
{
    INPUT_W words;
    for (uint i = 0; i < INPUT_WORDS; i++)
        INPUT_WORD(words, i) = V_WORD(v, k * INPUT_WORDS + i);
    return words;
}

#include "tile/source/set.glsl"

// Returns the elements of a vector of the source that begins with the element `first`, and of the
// second source's.
V map_vector(V v, uint first)
{
    uint second[SECOND_VECTOR_WORDS];
    load_second_vector(first + mix(0, VECTOR - 1, REVERSE != 0), second);
    T_VECTOR items;
    [[unroll]] for (uint k = 0; k < VECTOR; k++) {
        const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
        SECOND_W words;
        for (uint i = 0; i < SECOND_INPUT_WORDS; i++)
            SECOND_WORD(words, i) = second[p * SECOND_INPUT_WORDS + i];
        items[k] = map(input_words_at(v, p), words, dispatch.start[0] + element_in_port(first + k));
    }
    [[unroll]] for (uint k = 0; k < VECTOR; k++)
        set_element(v, k, items[k]);
    return v;
}

#include "tile/source/words_vector.glsl"
#include "tile/source/elements.glsl"

// Returns the elements of a vector.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
    items = items_of(v);
}

#endif
