// SPDX-License-Identifier: MIT
// Stores of the elements of a packed vector, by words where they lie in one.
#ifndef TILE_PACKED_OUTPUT_ELEMENTS_GLSL
#define TILE_PACKED_OUTPUT_ELEMENTS_GLSL

// Stores as many elements as a word has, if they lie in one; else returns false.
bool output_word(uint first, uint word);

// Stores each element of a vector whose index is in [begin, end) by itself; `first` is the index of
// the vector's first.
void output_elements(uint first, T_VECTOR items, uint begin, uint end)
{
    [[dont_unroll]] for (uint w = 0; w < 4; w++, first += INPUT_PER_WORD) {
        const bool is_whole = first >= begin && first + INPUT_PER_WORD <= end;
        if (!is_whole || !output_word(first, items.x))
            [[unroll]] for (uint k = 0; k < INPUT_PER_WORD; k++)
                if (first + k >= begin && first + k < end)
                    output_element(first + k, items.x >> INPUT_BITS * int(k));
        items = uvec4(items.yzw, 0);
    }
}

#endif
