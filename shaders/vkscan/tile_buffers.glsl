// SPDX-License-Identifier: MIT
// The input and output of kernels that scan tiles, vector by vector where both allow it. Input and
// output may be the same.
#ifndef TILE_BUFFERS_GLSL
#define TILE_BUFFERS_GLSL

#include "vkscan/tile_store.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer InputVectors {
    V vectors[];
} source_vectors;
ALIASED layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
ALIASED layout(set = SET_OUTPUT, binding = 0) writeonly buffer OutputVectors {
    V vectors[];
} destination_vectors;
layout(push_constant) uniform Push { push dispatch; };

T input_element(uint index)
{
    return from_memory(source.elements[dispatch.input_offset + index]);
}

V input_vector(uint index)
{
    return from_memory(source_vectors.vectors[dispatch.input_offset / VECTOR + index]);
}

bool input_has_vectors()
{
    return dispatch.input_offset % VECTOR == 0;
}

void output_element(uint index, T value)
{
    destination.elements[dispatch.output_offset + index] = to_memory(value);
}

void output_vector(uint index, V value)
{
    destination_vectors.vectors[dispatch.output_offset / VECTOR + index] = to_memory(value);
}

uint output_shift()
{
    return dispatch.output_offset % VECTOR;
}

#endif
