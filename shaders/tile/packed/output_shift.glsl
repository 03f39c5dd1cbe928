// SPDX-License-Identifier: MIT
// Where the vectors of the output begin; and stores of their words.
#ifndef TILE_PACKED_OUTPUT_SHIFT_GLSL
#define TILE_PACKED_OUTPUT_SHIFT_GLSL

// Stores a word if it is one in the output, which no other thread stores into; else returns false.
bool output_word(uint first, uint word)
{
    const uint lowest = place_of_word(first, dispatch.output_offset);
    const bool is_one = lowest % OUTPUT_PER_WORD == 0;
    if (is_one)
        AT(OutputWords, words, output, 4, lowest / OUTPUT_PER_WORD) = word_in_order(word);
    return is_one;
}

uint output_shift()
{
    return vector_shift(dispatch.output_offset, ELEMENT_WORDS);
}

// Returns whether a misaligned slice can be stored by vectors.
bool output_can_shift()
{
    return true;
}

#endif
