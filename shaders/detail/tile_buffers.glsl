// SPDX-License-Identifier: MIT
// The input and output of kernels that scan tiles, each by vectors where it begins at a vector's
// start. Input and output may be the same.
#ifndef TILE_BUFFERS_GLSL
#define TILE_BUFFERS_GLSL

#define INPUT_IS_OUTPUT
#include "detail/tile_input.glsl"
#include "detail/output.glsl"
#include "detail/tile_store.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

uint output_place(uint index)
{
    return place_of(index, dispatch.output_offset, ELEMENT_WORDS);
}

void output_element(uint index, T value)
{
    store_element(output_place(index), value);
}

uint output_shift()
{
    return shift_of(vector_place_of(0, dispatch.output_offset, ELEMENT_WORDS), ELEMENT_WORDS);
}

bool output_can_shift()
{
    return REVERSE == 0;
}

// Elements in memory's order.
void output_vector(uint first, uint further, T_VECTOR items)
{
    if (REVERSE != 0) {
        T_VECTOR reversed;
        for (uint k = 0; k < VECTOR; k++)
            reversed[k] = items[VECTOR - 1 - k];
        store_vector(output_place((first + further) * VECTOR + VECTOR - 1), 0, reversed);
    } else {
        const uint shift = output_shift();
        const uint place = output_place(first * VECTOR);
        store_vector(ELEMENT_WORDS == 3 ? place - 3 * shift : place - shift, further, items);
    }
}

#endif
