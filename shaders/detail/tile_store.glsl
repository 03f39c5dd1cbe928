// SPDX-License-Identifier: MIT
// Writing a tile back, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "detail/tile.glsl"

// Defined by the kernel, like their counterparts in tile.glsl. output_vector is called where
// output_has_vectors, and by tile_store_shifted_stripe.
void output_element(uint index, T value);
void output_vector(uint index, V value);
uint output_shift(); // elements from a vector's start to the output's

// Defined by subgroup_store.glsl or tree_store.glsl: stores a whole slice whose output is
// misaligned. Threads exchange elements to assemble output vectors.
void tile_store_shifted(uint tile, V items[STRIPES]);

bool output_has_vectors()
{
    return output_shift() == 0;
}

// Stores one stripe of the tile, without head padding and what is past the count.
void tile_store_stripe(uint tile, uint s, uint count, V items)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    if (output_has_vectors() && vector_is_there(vector, count)) {
        output_vector(vector, items);
    } else {
        for (uint k = 0; k < VECTOR; k++)
            if (element_is_there(vector * VECTOR + k, count))
                output_element(vector * VECTOR + k, items[k]);
    }
}

void tile_store(uint tile, uint count, V items[STRIPES])
{
    if (!slice_is_whole(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_stripe(tile, s, count, items[s]);
    } else if (output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            output_vector(tile * TILE_VECTORS + tile_vector(s), items[s]);
    } else {
        tile_store_shifted(tile, items);
    }
}

#endif
