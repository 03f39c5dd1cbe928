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

// The output's vector that begins output_shift() elements, 1 to 3, before this lane's: the last ones
// of the lane before, then this lane's first. Before lane 0 is the last one, in the row before; so
// that one, which no other asks, offers its items there.
V shifted(V row_before, V items)
{
    const V last = gl_SubgroupInvocationID == subgroup_lanes - 1 ? row_before : items;
    const uint lane_before = (gl_SubgroupInvocationID - 1) % subgroup_lanes;
    switch (output_shift()) {
    case 1: return V(subgroupShuffle(last.w, lane_before), items.xyz);
    case 2: return V(subgroupShuffle(last.zw, lane_before), items.xy);
    default: return V(subgroupShuffle(last.yzw, lane_before), items.x);
    }
}

// Of a share that is whole, where the output's vectors begin elsewhere: each lane puts one together.
void tile_store_shifted_row(uint tile, uint row, V row_before, V items)
{
    const V results = shifted(row_before, items);
    if (row > 0 || gl_SubgroupInvocationID > 0)
        output_vector(tile * TILE_VECTORS + tile_vector(row), results);
}

// What that leaves: a vector of elements, the first ones of the share and the last ones.
void tile_store_ends(uint tile, V first_row, V last_row)
{
    const uint first = share_start(tile) * VECTOR;
    const uint last = first + (ROWS * subgroup_lanes - 1) * VECTOR;
    V ends;
    for (uint k = 0; k < VECTOR; k++) {
        const bool is_first = k < VECTOR - output_shift();
        ends[k] = subgroupShuffle(is_first ? first_row[k] : last_row[k],
                                  is_first ? 0 : subgroup_lanes - 1);
    }
    for (uint k = gl_SubgroupInvocationID; k < VECTOR; k += subgroup_lanes)
        output_element((k < VECTOR - output_shift() ? first : last) + k, ends[k]);
}

void tile_store(uint tile, uint count, V items[ROWS])
{
    if (!share_is_whole(tile, count)) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            tile_store_row(tile, row, count, items[row]);
    } else if (output_has_vectors()) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            output_vector(tile * TILE_VECTORS + tile_vector(row), items[row]);
    } else {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            tile_store_shifted_row(tile, row, items[row > 0 ? row - 1 : 0], items[row]);
        tile_store_ends(tile, items[0], items[ROWS - 1]);
    }
}

#endif
