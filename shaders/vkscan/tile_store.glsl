// SPDX-License-Identifier: MIT
// Writing a tile back, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "vkscan/tile.glsl"

// Defined by the kernel, like their counterparts in tile.glsl.
void output_element(uint index, T value);
void output_vector(uint index, V value);
bool output_has_vectors();

// Elements from `count` on are not written.
void tile_store(uint tile, uint count, V items[ROWS])
{
    if (output_has_vectors() && count / TILE_SIZE > tile) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            output_vector(tile * TILE_VECTORS + tile_vector(gl_SubgroupID, row), items[row]);
        return;
    }
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        const uint first = tile * TILE_SIZE + tile_vector(gl_SubgroupID, row) * VECTOR;
        [[unroll]] for (uint k = 0; k < VECTOR; k++)
            if (first + k < count)
                output_element(first + k, items[row][k]);
    }
}

#endif
