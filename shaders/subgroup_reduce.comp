// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/tile.glsl"

layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
layout(set = SET_INPUT, binding = 0) readonly buffer InputVectors { V vectors[]; } source_vectors;
layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
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

void main()
{
    const uint tiles = max(tile_count(dispatch.count), 1); // an empty input gives the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        const T total = tile_reduce(items);
        if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
            destination.elements[dispatch.output_offset + tile] =
                to_memory(combine(from_bits(dispatch.seed), total));
    }
}
