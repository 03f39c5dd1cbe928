// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, vector by vector where it begins with a whole one.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, and SKIPS if its input always
// begins with a whole vector, as long as that is of integers: then elements in front are not there
// (see vks_plan_skipped in plan.h).
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

T input_element(uint index)
{
    return from_memory(source.elements[dispatch.input_offset + index]);
}

V input_vector(uint index)
{
    return from_memory(source_vectors.vectors[dispatch.input_offset / VECTOR + index]);
}

#if defined(SKIPS) && !defined(ELEMENT_IS_FLOAT)

bool input_has_vectors()
{
    return true;
}

uint skipped()
{
    return dispatch.skipped;
}

#else

bool input_has_vectors()
{
    return dispatch.input_offset % VECTOR == 0;
}

uint skipped()
{
    return 0;
}

#endif

#endif
