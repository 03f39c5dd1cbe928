// SPDX-License-Identifier: MIT
// The elements of a vector that a user's map() makes of one source, as late as it can; or of two,
// when they are loaded.
#ifndef USER_ELEMENTS_GLSL
#define USER_ELEMENTS_GLSL

#define INPUT_W UVEC(INPUT_WORDS)
#define INPUT_WORD(words, i) PASTE(WORD_OF_, INPUT_WORDS)(words, i)

// Returns where the element `index` lies in a port, from the port's start on.
uint element_in_port(uint index)
{
    return REVERSE != 0 ? run_count() - 1 - index : index - head();
}

// Returns the source's words of the element k of a vector in memory.
INPUT_W input_words_at(V v, uint k)
{
    INPUT_W words;
    for (uint i = 0; i < INPUT_WORDS; i++)
        INPUT_WORD(words, i) = V_WORD(v, k * INPUT_WORDS + i);
    return words;
}

#ifndef SECOND_INPUT_WORDS

#define MAP_VECTOR(v, first)
#define MAP_ELEMENT(v, k, index, word)

// Returns element k of a raw vector that begins with the element `first`.
T raw_element(V v, uint k, uint first)
{
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    return map(input_words_at(v, p), dispatch.start[0] + element_in_port(first + k));
}

#else

// ---- the second source, loaded by words, or by 16 bytes where its vectors begin at multiples of
// that, wherever the first source's do ----

#define SECOND_PORT(alignment) INPUT_ALIASED PORT(BINDING_SECOND_INPUT, alignment) readonly buffer

SECOND_PORT(4) SecondWords { uint words[]; } BOUND(SecondWords);
SECOND_PORT(16) SecondQuads { uvec4 quads[]; } BOUND(SecondQuads);

const uint SECOND_VECTOR_WORDS = VECTOR * SECOND_INPUT_WORDS;

#define SECOND_W UVEC(SECOND_INPUT_WORDS)
#define SECOND_WORD(words, i) PASTE(WORD_OF_, SECOND_INPUT_WORDS)(words, i)

// Returns the word where the element `index` begins.
uint second_word_of(uint index)
{
    return OFFSET_OF(second_input, 4) + element_in_port(index) * SECOND_INPUT_WORDS;
}

SECOND_W load_second(uint index)
{
    const uint word = second_word_of(index);
    SECOND_W words;
    for (uint i = 0; i < SECOND_INPUT_WORDS; i++)
        SECOND_WORD(words, i) = AT(SecondWords, words, second_input, 4, word + i);
    return words;
}

bool second_has_vectors()
{
    return SECOND_VECTOR_WORDS % 4 == 0 &&
           second_word_of(mix(0, VECTOR - 1, REVERSE != 0)) % 4 == 0;
}

// Loads the words for a vector whose first element in memory has the index.
void load_second_vector(uint index, out uint words[SECOND_VECTOR_WORDS])
{
    const uint word = second_word_of(index);
    if (second_has_vectors()) {
        [[unroll]] for (uint q = 0; q < SECOND_VECTOR_WORDS / 4; q++) {
            const uvec4 quad = AT(SecondQuads, quads, second_input, 16, word / 4 + q);
            [[unroll]] for (uint i = 0; i < 4; i++)
                words[4 * q + i] = quad[i];
        }
    } else {
        [[unroll]] for (uint i = 0; i < SECOND_VECTOR_WORDS; i++)
            words[i] = AT(SecondWords, words, second_input, 4, word + i);
    }
}

// ---- both ----

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

void set_element(inout V v, uint k, T value);

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

// Is never called: no vector is raw.
T raw_element(V v, uint k, uint first)
{
    return identity();
}

#endif

#include "tile/any/elements.glsl"

#endif
