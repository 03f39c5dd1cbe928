// SPDX-License-Identifier: MIT
// Writing a tile back, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "vkscan/tile.glsl"

// Defined by the kernel, like their counterparts in tile.glsl; vectors only where
// output_has_vectors, or as tile_store_shifted_row does.
void output_element(uint index, T value);
void output_vector(uint index, V value);
uint output_shift(); // elements from a vector's start to the output's

bool output_has_vectors()
{
    return output_shift() == 0;
}

// One row of the tile. Elements that are not there are not written.
void tile_store_row(uint tile, uint row, uint count, V items)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(row);
    if (output_has_vectors() && vector_is_there(vector, count)) {
        output_vector(vector, items);
    } else {
        for (uint k = 0; k < VECTOR; k++)
            if (element_is_there(vector * VECTOR + k, count))
                output_element(vector * VECTOR + k, items[k]);
    }
}

// The vector that begins `shift` elements before one, in the one before it.
V shifted(V before, V items, uint shift)
{
    switch (shift) {
    case 1: return V(before.w, items.xyz);
    case 2: return V(before.zw, items.xy);
    default: return V(before.yzw, items.x);
    }
}

// Of a tile that is all there, where the output's vectors begin elsewhere. Each lane puts one
// together from its own elements and those of the lane before, which may be in the row before. What
// is left at both ends of the subgroup's share is stored by element.
void tile_store_shifted_row(uint tile, uint row, V row_before, V items)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(row);
    const V lane_before = subgroupShuffleUp(items, 1);
    const V last_before = subgroupShuffle(row_before, subgroup_lanes - 1);
    const bool is_first = gl_SubgroupInvocationID == 0;
    const bool is_last = gl_SubgroupInvocationID == subgroup_lanes - 1;

    if (row > 0 || !is_first)
        output_vector(vector,
                      shifted(is_first ? last_before : lane_before, items, output_shift()));
    for (uint k = 0; k < VECTOR; k++)
        if (k < VECTOR - output_shift() ? row == 0 && is_first : row == ROWS - 1 && is_last)
            output_element(vector * VECTOR + k, items[k]);
}

void tile_store(uint tile, uint count, V items[ROWS])
{
    if (output_has_vectors() && tile_is_whole(tile, count))
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            output_vector(tile * TILE_VECTORS + tile_vector(row), items[row]);
    else
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            tile_store_row(tile, row, count, items[row]);
}

#endif
