// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, vector by vector where it begins with a whole one.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, and SKIPS if so much is always
// skipped that an input of integers begins with a whole vector (see vks_plan_skipped in plan.h): that
// leaves code out.
#ifndef TILE_INPUT_GLSL
#define TILE_INPUT_GLSL

#include "vkscan/tile.glsl"

#ifdef INPUT_IS_OUTPUT
#define INPUT_ALIASED ALIASED
#else
#define INPUT_ALIASED
#endif

INPUT_ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
INPUT_ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer InputVectors {
    V vectors[];
} source_vectors;
layout(push_constant) uniform Push { push dispatch; };

const uint SKIPPED_END = 2 * VECTOR; // less is skipped

// The vector in which what is skipped in front of `offset` begins, and where in it. Modulo 2^32: that
// may be before the buffer's start.
uint first_vector(uint offset)
{
    return (offset - dispatch.skipped + SKIPPED_END) / VECTOR - SKIPPED_END / VECTOR;
}

uint first_shift(uint offset)
{
    return (offset - dispatch.skipped) % VECTOR;
}

T input_element(uint index)
{
    return from_memory(source.elements[dispatch.input_offset - dispatch.skipped + index]);
}

V input_vector(uint index)
{
    return from_memory(source_vectors.vectors[first_vector(dispatch.input_offset) + index]);
}

#if defined(SKIPS) && !defined(ELEMENT_IS_FLOAT)
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

uint skipped()
{
    return dispatch.skipped;
}

#endif
