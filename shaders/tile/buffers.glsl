// SPDX-License-Identifier: MIT
// The input and output of kernels that scan tiles, each loaded or stored by vectors where it begins
// at a vector's start. Input and output may be the same.
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

#include "output_shift.glsl"

void output_vector(uint vector, T_VECTOR items)
{
    const uint at =
        vector_at(vector_base(dispatch.output_offset, ELEMENT_WORDS), vector, ELEMENT_WORDS);
    store_vector(at, in_order(items));
}

#endif
