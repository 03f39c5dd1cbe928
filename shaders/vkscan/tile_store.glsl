// SPDX-License-Identifier: MIT
// Writing a tile back, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "vkscan/tile.glsl"

// Defined by the kernel, like their counterparts in tile.glsl.
void output_element(uint index, T value);
void output_vector(uint index, V value);
bool output_has_vectors();

// One row of the tile. Elements from `count` on are not written.
void tile_store_row(uint tile, uint row, uint count, V items)
{
    const uint vector = tile_vector(row);
    if (output_has_vectors() && count / TILE_SIZE > tile) {
        output_vector(tile * TILE_VECTORS + vector, items);
    } else {
        const uint first = tile * TILE_SIZE + vector * VECTOR;
        for (uint k = 0; k < VECTOR; k++)
            if (first + k < count)
                output_element(first + k, items[k]);
    }
}

void tile_store(uint tile, uint count, V items[ROWS])
{
    [[unroll]] for (uint row = 0; row < ROWS; row++)
        tile_store_row(tile, row, count, items[row]);
}

#endif
