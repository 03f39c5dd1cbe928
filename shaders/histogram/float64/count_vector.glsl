// SPDX-License-Identifier: MIT
// Loads and counts of values of 64 bits.
#ifndef COUNT_VECTOR_GLSL
#define COUNT_VECTOR_GLSL

// Returns value `index` of the input, from the start of the port's range.
T load_value(uint index)
{
    return FROM_WORDS(uvec2(AT(Words, words, input, 4, 2 * index),
                            AT(Words, words, input, 4, 2 * index + 1)));
}

void count_vector(uvec4 words, uint index)
{
    [[unroll]] for (uint k = 0; k < 2; k++)
        count_value(FROM_WORDS(k == 0 ? words.xy : words.zw), index + k);
}

#endif
