// SPDX-License-Identifier: MIT
// A dispatch's three buffers, element by element, for the kernels that need no vectors. Input and
// output may be the same.
#ifndef BUFFERS_GLSL
#define BUFFERS_GLSL

#include "detail/push.glsl"

ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
ALIASED layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
layout(set = SET_AUXILIARY, binding = 0) buffer Aggregates { T elements[]; } aggregates;

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

T load_aggregate(uint tile)
{
    return from_memory(aggregates.elements[dispatch.auxiliary_offset + tile]);
}

void store_aggregate(uint tile, T value)
{
    aggregates.elements[dispatch.auxiliary_offset + tile] = to_memory(value);
}

#endif
