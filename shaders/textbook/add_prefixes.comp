// SPDX-License-Identifier: MIT
// Combines the prefix of each tile, from the auxiliary buffer, with every element of the tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 2;

const uint TILE_SIZE = ITEMS * WORKGROUP_SIZE; // elements

void main()
{
    const uint t = gl_LocalInvocationID.x;
    for (uint tile = gl_WorkGroupID.x; tile * TILE_SIZE < dispatch.count;
         tile += gl_NumWorkGroups.x) {
        const T prefix = load_aggregate(tile);
        const uint end = min(dispatch.count, (tile + 1) * TILE_SIZE);
        for (uint i = tile * TILE_SIZE + t; i < end; i += WORKGROUP_SIZE)
            store(i, combine(prefix, load(i)));
    }
}
