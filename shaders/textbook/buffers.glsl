// SPDX-License-Identifier: MIT
// The three buffers of a dispatch, element by element, for the kernels that need no vectors. Input
// and output may be the same. All elements, also those in scratch, lie in memory as their type has
// them.
#ifndef BUFFERS_GLSL
#define BUFFERS_GLSL

#include "port/port.glsl"

ALIASED PORT(BINDING_INPUT, 4) readonly buffer Input { uint words[]; } BOUND(Input);
ALIASED PORT(BINDING_OUTPUT, 4) writeonly buffer Output { uint words[]; } BOUND(Output);
PORT(BINDING_AUXILIARY, 4) buffer Aggregates { uint words[]; } BOUND(Aggregates);

T seed()
{
    return from_memory(seed_words());
}

// Returns an element of the input; from `count` on the identity.
T load(uint index)
{
    return index < dispatch.count ? from_memory(AT(Input, words, input, 4, dispatch.input_offset + index))
                                  : identity();
}

void store(uint index, T value)
{
    AT(Output, words, output, 4, dispatch.output_offset + index) = to_memory(value);
}

T load_aggregate(uint tile)
{
    return from_memory(AT(Aggregates, words, auxiliary, 4, dispatch.auxiliary_offset + tile));
}

void store_aggregate(uint tile, T value)
{
    AT(Aggregates, words, output, 4, dispatch.auxiliary_offset + tile) = to_memory(value);
}

#endif
