// SPDX-License-Identifier: MIT
// Stores elements and vectors of them in the output, by place: an element's index in the buffer, or
// for elements of three words the index of its first word.
#ifndef OUTPUT_GLSL
#define OUTPUT_GLSL

#include "element/format.glsl"
#include "port/port.glsl"

ALIASED PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
ALIASED PORT(BINDING_OUTPUT, 8) writeonly buffer OutputPairs { uvec2 pairs[]; } BOUND(OutputPairs);
ALIASED PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);
#define output_words VIEW(OutputWords, output)

// Stores a narrow element at a place.
FOR_NARROW_RESULTS(
void store_narrow(uint place, T value)
{
    const int first = 32 / int(OUTPUT_PER_WORD) * int(place % OUTPUT_PER_WORD);
    STORE_NARROW(output_words.words[place / OUTPUT_PER_WORD], first,
                 to_narrow(value, OUTPUT_FORMAT), OUTPUT_FORMAT)
})

// Returns the words of a narrow vector: one, or two.
FOR_NARROW_VECTORS(
uvec2 narrow_words(T_VECTOR items)
{
    const uvec4 bits = to_narrow(items, OUTPUT_FORMAT) & ~0u >> 32 - 32 / OUTPUT_PER_WORD;
    return OUTPUT_PER_WORD == 4 ? uvec2(bits.x | bits.y << 8 | bits.z << 16 | bits.w << 24, 0)
                                : bits.xz | bits.yw << 16;
})

void store_element(uint place, T value)
{
    FOR_NARROW_RESULTS(if (OUTPUT_PER_WORD > 1) store_narrow(place, value); else)
    {
        const W words = to_words(value, OUTPUT_FORMAT);
        const uint word = ELEMENT_WORDS == 3 ? place : place * ELEMENT_WORDS;
        FOR_EACH_WORD(i)
            AT(OutputWords, words, output, 4, word + i) = WORD(words, i);
    }
}

// Returns the words of a vector as the output has them.
V memory_of(T_VECTOR items)
{
#if ELEMENT_WORDS == 1 && !defined(CLASS_user)
    return vector_to_words(items, OUTPUT_FORMAT);
#elif ELEMENT_WORDS == 2 && !defined(CLASS_user)
    return V(to_words(items[0], OUTPUT_FORMAT), to_words(items[1], OUTPUT_FORMAT));
#else
    V v;
    W words;
#define SET_WORD(k, i) V_WORD(v, (k) * ELEMENT_WORDS + i) = WORD(words, i);
#define SET_WORDS_OF_1(k) SET_WORD(k, 0)
#define SET_WORDS_OF_2(k) SET_WORD(k, 0) SET_WORD(k, 1)
#define SET_WORDS_OF_3(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2)
#define SET_WORDS_OF_4(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2) SET_WORD(k, 3)
#define SET_ITEM(k)                                                                                \
    words = to_words(items[k], OUTPUT_FORMAT);                                                     \
    PASTE(SET_WORDS_OF_, ELEMENT_WORDS)(k)
    EACH_ITEM(SET_ITEM)
    return v;
#endif
}

void store_words_of_vector(uint at, V v)
{
    AT(OutputQuads, quads, output, 16, at) = V_QUAD(v, 0);
#if ELEMENT_WORDS == 3
    AT(OutputQuads, quads, output, 16, at + 1) = V_QUAD(v, 1);
    AT(OutputQuads, quads, output, 16, at + 2) = V_QUAD(v, 2);
#endif
}

// Stores a vector; `at` counts vectors, or for elements of three words units of 16 bytes.
void store_vector(uint at, T_VECTOR items)
{
    FOR_NARROW_VECTORS(
        if (OUTPUT_PER_WORD > 1) {
            const uvec2 words = narrow_words(items);
            if (OUTPUT_PER_WORD == 4)
                AT(OutputWords, words, output, 4, at) = words.x;
            else
                AT(OutputPairs, pairs, output, 8, at) = words;
        } else)
    {
        store_words_of_vector(at, memory_of(items));
    }
}

#endif
