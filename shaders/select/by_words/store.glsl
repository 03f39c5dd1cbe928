// SPDX-License-Identifier: MIT
// Stores of elements of any type.
#ifndef SELECT_BY_WORDS_STORE_GLSL
#define SELECT_BY_WORDS_STORE_GLSL

#include "select/part.glsl"

// Stores an element of a word or more at a place of the output.
void store_words(uint place, uvec4 words)
{
    if (UNITS == 4) {
        AT(OutputQuads, quads, output, 16, dispatch.output_offset + place) = words;
    } else if (UNITS == 2) {
        AT(OutputPairs, pairs, output, 8, dispatch.output_offset + place) = words.xy;
    } else {
        [[unroll]] for (uint k = 0; k < UNITS; k++)
            AT(OutputWords, words, output, 4, dispatch.output_offset + UNITS * place + k) =
                words[k];
    }
}

#endif
