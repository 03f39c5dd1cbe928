// SPDX-License-Identifier: MIT
// Storing elements and vectors of them in the output, by place: the element's index in the buffer,
// or of elements of three words the word where it begins.
#ifndef OUTPUT_GLSL
#define OUTPUT_GLSL

#include "detail/format.glsl"
#include "detail/port.glsl"

ALIASED PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
ALIASED PORT(BINDING_OUTPUT, 8) writeonly buffer OutputPairs { uvec2 pairs[]; } BOUND(OutputPairs);
ALIASED PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);
#define output_words VIEW(OutputWords, output)

#ifdef HAS_NARROW_OUTPUT

void store_narrow(uint place, T value)
{
    const int first = 32 / int(OUTPUT_PER_WORD) * int(place % OUTPUT_PER_WORD);
    STORE_NARROW(output_words.words[place / OUTPUT_PER_WORD], first,
                 to_narrow(value, OUTPUT_FORMAT), OUTPUT_FORMAT)
}

uint narrow_word(T_VECTOR items, uint first)
{
    const int bits = 32 / int(OUTPUT_PER_WORD);
    uint word = 0;
#define INSERT_ITEM(k)                                                                             \
    if ((k) / OUTPUT_PER_WORD == first / OUTPUT_PER_WORD)                                          \
        word = bitfieldInsert(word, to_narrow(items[k], OUTPUT_FORMAT),                            \
                              bits * int((k) % OUTPUT_PER_WORD), bits);
    EACH_ITEM(INSERT_ITEM)
#undef INSERT_ITEM
    return word;
}

#endif

void store_element(uint place, T value)
{
#ifdef HAS_NARROW_OUTPUT
    if (OUTPUT_PER_WORD > 1) {
        store_narrow(place, value);
        return;
    }
#endif
    const W words = to_words(value, OUTPUT_FORMAT);
    const uint word = ELEMENT_WORDS == 3 ? place : place * ELEMENT_WORDS;
    FOR_EACH_WORD(i)
        AT(OutputWords, words, output, 4, word + i) = WORD(words, i);
}

// The words of a vector as the output has them.
V memory_of(T_VECTOR items)
{
    V v;
#if !defined(HAS_KEYS) && ELEMENT_WORDS == 1 && !defined(CLASS_user)
    return TO_WORDS(items);
#elif !defined(HAS_KEYS) && ELEMENT_WORDS == 2 && !defined(CLASS_user)
    return V(TO_WORDS(items[0]), TO_WORDS(items[1]));
#else
#if ELEMENT_WORDS == 1 && !defined(CLASS_user)
    if (OUTPUT_FORMAT == FORMAT_T)
        return TO_WORDS(items);
#elif ELEMENT_WORDS == 2 && !defined(CLASS_user)
    if (OUTPUT_FORMAT == FORMAT_T)
        return V(TO_WORDS(items[0]), TO_WORDS(items[1]));
#endif
    W words;
#define SET_WORD(k, i) V_WORD(v, (k) * ELEMENT_WORDS + i) = WORD(words, i);
#if ELEMENT_WORDS == 1
#define SET_WORDS(k) SET_WORD(k, 0)
#elif ELEMENT_WORDS == 2
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1)
#elif ELEMENT_WORDS == 3
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2)
#else
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2) SET_WORD(k, 3)
#endif
#define SET_ITEM(k)                                                                                \
    words = to_words(items[k], OUTPUT_FORMAT);                                                     \
    SET_WORDS(k)
    EACH_ITEM(SET_ITEM)
    return v;
#endif
}

// `at` counts vectors, or of elements of three words 16 bytes.
void store_vector(uint at, T_VECTOR items)
{
#ifdef HAS_NARROW_OUTPUT
    if (OUTPUT_PER_WORD == 4) {
        AT(OutputWords, words, output, 4, at) = narrow_word(items, 0);
        return;
    }
    if (OUTPUT_PER_WORD == 2) {
        AT(OutputPairs, pairs, output, 8, at) = uvec2(narrow_word(items, 0), narrow_word(items, 2));
        return;
    }
#endif
    const V v = memory_of(items);
    AT(OutputQuads, quads, output, 16, at) = V_QUAD(v, 0);
#if ELEMENT_WORDS == 3
    AT(OutputQuads, quads, output, 16, at + 1) = V_QUAD(v, 1);
    AT(OutputQuads, quads, output, 16, at + 2) = V_QUAD(v, 2);
#endif
}

#endif
