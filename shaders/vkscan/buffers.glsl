// SPDX-License-Identifier: MIT
// A dispatch's three buffers, element by element, for the kernels that need no vectors. Input and
// output may be the same.
#ifndef BUFFERS_GLSL
#define BUFFERS_GLSL

#include "vkscan/operator.glsl"

ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
ALIASED layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
layout(set = SET_TOTALS, binding = 0) buffer Totals { T elements[]; } totals;
layout(push_constant) uniform Push { push dispatch; };

T seed()
{
    return from_bits(dispatch.seed);
}

// Elements from `count` on read as the identity.
T load(uint index)
{
    return index < dispatch.count ? from_memory(source.elements[dispatch.input_offset + index])
                                  : identity();
}

void store(uint index, T value)
{
    destination.elements[dispatch.output_offset + index] = to_memory(value);
}

T load_total(uint index)
{
    return from_memory(totals.elements[dispatch.totals_offset + index]);
}

void store_total(uint index, T value)
{
    totals.elements[dispatch.totals_offset + index] = to_memory(value);
}

#endif
