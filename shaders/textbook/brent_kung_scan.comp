// SPDX-License-Identifier: MIT
// Scans each tile of the input by itself, starting from the seed, and stores the tiles' aggregates.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/hand_on.glsl"
#include "textbook/shift.glsl"

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        const uint first = tile * TILE_SIZE;
        barrier(); // the tile before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            vks_tile[vks_pad(vks_place(k))] = load_operand(first, vks_place(k), seed());
        const T last = vks_up_sweep();
        if (t == 0 && tiles > 1)
            store_aggregate(tile, aggregate_from_last(first, TILE_SIZE, last));
        memoryBarrierBuffer(); // in place, before the element that was read is overwritten
        hand_on();
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = vks_place(k);
            if (first + i < dispatch.count)
                store(first + i, vks_tile[vks_pad(i)]);
        }
    }
}
