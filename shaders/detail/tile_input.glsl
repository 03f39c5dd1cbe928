// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, by vectors where it begins at a vector's start.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, and HEAD_PADDED if the head
// padding always aligns an input of integers (vks_plan_head of plan.h), which leaves code out.
#ifndef TILE_INPUT_GLSL
#define TILE_INPUT_GLSL

#include "detail/port.glsl"
#include "detail/tile.glsl"

#ifdef INPUT_IS_OUTPUT
#define INPUT_ALIASED ALIASED
#else
#define INPUT_ALIASED
#endif

INPUT_ALIASED PORT(BINDING_INPUT, 4) readonly buffer Input { T elements[]; } BOUND(Input);
INPUT_ALIASED PORT(BINDING_INPUT, VECTOR_BYTES) readonly buffer InputVectors {
    V vectors[];
} BOUND(InputVectors);
#define source VIEW(Input, input)
#define source_vectors VIEW(InputVectors, input)

const uint HEAD_END = 2 * VECTOR; // the head padding is shorter

// The vector in which the head padding in front of `offset` begins, and the element of that vector.
// Modulo 2^32: that may be before the buffer's start.
uint first_vector(uint offset)
{
    return (offset - dispatch.head + HEAD_END) / VECTOR - HEAD_END / VECTOR;
}

uint first_shift(uint offset)
{
    return (offset - dispatch.head) % VECTOR;
}

T input_element(uint index)
{
    return from_memory(source.elements[dispatch.input_offset - dispatch.head + index]);
}

V input_vector(uint index)
{
    return from_memory(source_vectors.vectors[first_vector(dispatch.input_offset) + index]);
}

#if defined(HEAD_PADDED) && !defined(ELEMENT_IS_FLOAT)
bool input_has_vectors()
{
    return true;
}
#else
bool input_has_vectors()
{
    return first_shift(dispatch.input_offset) == 0;
}
#endif

uint head()
{
    return dispatch.head;
}

#endif
