// SPDX-License-Identifier: MIT
// Stores of the elements of a vector one by one.
#ifndef TILE_ANY_OUTPUT_ELEMENTS_GLSL
#define TILE_ANY_OUTPUT_ELEMENTS_GLSL

// Stores each element of a vector whose index is in [begin, end) by itself; `first` is the index of
// the vector's first.
void output_elements(uint first, T_VECTOR items, uint begin, uint end)
{
    for (uint k = 0; k < VECTOR; k++)
        if (first + k >= begin && first + k < end)
            output_element(first + k, items[k]);
}

#endif
