// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "textbook/shared_tile.glsl"

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = max(tile_count(dispatch.count), 1); // no elements: the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        barrier(); // the tile before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            vks_tile[vks_pad(vks_place(k))] = load(tile * TILE_SIZE + vks_place(k));
        const T total = vks_up_sweep();
        if (t == 0)
            store(tile, combine(seed(), total));
    }
}
