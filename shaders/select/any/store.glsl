// SPDX-License-Identifier: MIT
// Stores of elements.
#ifndef SELECT_ANY_STORE_GLSL
#define SELECT_ANY_STORE_GLSL

#define STORE_WORDS_1 AT(OutputWords, words, output, 4, dispatch.output_offset + place) = words;
#define STORE_WORDS_2 AT(OutputPairs, pairs, output, 8, dispatch.output_offset + place) = words;
#define STORE_WORDS_3                                                                              \
    for (uint k = 0; k < 3; k++)                                                                   \
        AT(OutputWords, words, output, 4, dispatch.output_offset + 3 * place + k) = words[k];
#define STORE_WORDS_4 AT(OutputQuads, quads, output, 16, dispatch.output_offset + place) = words;

// Stores an element at a place of the output.
void store_words(uint place, W words)
{
    PASTE(STORE_WORDS_, ELEMENT_WORDS)
}

#endif
