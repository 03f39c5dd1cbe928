// SPDX-License-Identifier: MIT
// Scans each tile of the input by itself, starting from the seed, and stores the tiles' aggregates.
// The sweeps give an exclusive scan; an inclusive one combines each result with its own element.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "textbook/shared_tile.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        T items[ITEMS];
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            items[k] = load(tile * TILE_SIZE + vks_place(k));

        barrier(); // the tile before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            vks_tile[vks_pad(vks_place(k))] = items[k];
        const T total = vks_up_sweep();
        if (t == 0 && tiles > 1)
            store_aggregate(tile, total);
        vks_down_sweep(seed());

        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = vks_place(k);
            const T exclusive = vks_tile[vks_pad(i)];
            if (tile * TILE_SIZE + i < dispatch.count)
                store(tile * TILE_SIZE + i,
                      EXCLUSIVE != 0 ? exclusive : combine(exclusive, items[k]));
        }
    }
}
