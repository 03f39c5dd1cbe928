// SPDX-License-Identifier: MIT
// Stores misaligned tiles without subgroup operations, through the shared memory of the tree.
#ifndef TREE_STORE_GLSL
#define TREE_STORE_GLSL

#include "tile/store.glsl"
#include "tile/tree_tile.glsl"

// Moves every element of the tile to the next place, and the last one to the first.
void rotate_tile(inout T_VECTOR items[STRIPES])
{
    barrier(); // what was there has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        vks_tile[vks_pad(tile_vector(s))] = items[s][VECTOR - 1];
    barrier();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const uint vector = tile_vector(s);
        for (uint k = VECTOR - 1; k > 0; k--)
            items[s][k] = items[s][k - 1];
        items[s][0] = vks_tile[vks_pad((vector > 0 ? vector : TILE_VECTORS) - 1)];
    }
}

// Stores the tile's first vector after rotations: its last elements, and then the first ones.
void tile_store_ends(uint tile, T_VECTOR ends)
{
    const uint first = tile * TILE_SIZE;
    for (uint k = 0; k < VECTOR; k++)
        output_element(first + k + (k < output_shift() ? TILE_SIZE : 0) - output_shift(), ends[k]);
}

void tile_store_shifted(uint tile, T_VECTOR items[STRIPES])
{
    for (uint k = 0; k < output_shift(); k++)
        rotate_tile(items);
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        if (tile_vector(s) > 0)
            tile_store_whole_stripe(tile, s, items[s]);
    if (gl_LocalInvocationID.x == 0)
        tile_store_ends(tile, items[0]);
}

#endif
