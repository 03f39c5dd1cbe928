// SPDX-License-Identifier: MIT
// The input and output of kernels that scan tiles, each by vectors where it begins at a vector's
// start. Input and output may be the same.
#ifndef TILE_BUFFERS_GLSL
#define TILE_BUFFERS_GLSL

#define INPUT_IS_OUTPUT
#include "detail/tile_input.glsl"
#include "detail/tile_store.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

ALIASED PORT(BINDING_OUTPUT, 4) writeonly buffer Output { T elements[]; } BOUND(Output);
ALIASED PORT(BINDING_OUTPUT, VECTOR_BYTES) writeonly buffer OutputVectors {
    V vectors[];
} BOUND(OutputVectors);
#define destination VIEW(Output, output)
#define destination_vectors VIEW(OutputVectors, output)

void output_element(uint index, T value)
{
    destination.elements[dispatch.output_offset - dispatch.head + index] = to_memory(value);
}

void output_vector(uint index, V value)
{
    destination_vectors.vectors[first_vector(dispatch.output_offset) + index] = to_memory(value);
}

uint output_shift()
{
    return first_shift(dispatch.output_offset);
}

#endif
