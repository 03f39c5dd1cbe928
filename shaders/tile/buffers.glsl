// SPDX-License-Identifier: MIT
// The input and output of kernels that scan tiles, each by vectors where it begins at a vector's
// start. Input and output may be the same.
#ifndef TILE_BUFFERS_GLSL
#define TILE_BUFFERS_GLSL

#define INPUT_IS_OUTPUT
#include "tile/input.glsl"
#include "tile/output.glsl"
#include "tile/store.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

uint output_place(uint index)
{
    return place_of(index, dispatch.output_offset, ELEMENT_WORDS);
}

void output_element(uint index, T value)
{
    store_element(output_place(index), value);
}

#ifdef CLASS_packed

// No other thread stores into the word.
bool output_word(uint first, uint word)
{
    const uint lowest = place_of_word(first, dispatch.output_offset);
    const bool is_one = lowest % OUTPUT_PER_WORD == 0;
    if (is_one)
        AT(OutputWords, words, output, 4, lowest / OUTPUT_PER_WORD) = word_in_order(word);
    return is_one;
}

#endif

uint output_shift()
{
    return vector_shift(dispatch.output_offset, ELEMENT_WORDS);
}

bool output_can_shift()
{
#ifdef CLASS_packed
    return true;
#else
    return REVERSE == 0;
#endif
}

void output_vector(uint vector, T_VECTOR items)
{
    const uint at =
        vector_at(vector_base(dispatch.output_offset, ELEMENT_WORDS), vector, ELEMENT_WORDS);
    store_vector(at, in_order(items));
}

#endif
