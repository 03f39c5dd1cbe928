// SPDX-License-Identifier: MIT
// Stores a tile, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "tile/tile.glsl"

// Defined by tile/buffers.glsl, like their counterparts in tile.glsl. output_vector() is called where
// output_has_vectors(), and for misaligned slices, where vectors begin output_shift() elements
// earlier.
void output_element(uint index, T value);
void output_vector(uint vector, T_VECTOR items);
uint output_shift(); // elements from a vector's start to the output's
bool output_can_shift();

// Defined by subgroup_store.glsl or tree_store.glsl: stores a whole slice whose output is
// misaligned. Threads exchange elements to assemble output vectors.
void tile_store_shifted(uint tile, T_VECTOR items[STRIPES]);

bool output_has_vectors()
{
    return output_shift() == 0;
}

#include "output_elements.glsl"

// Stores one stripe of the tile, without head padding and what is past the count.
void tile_store_stripe(uint tile, uint s, uint count, T_VECTOR items)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    if (output_has_vectors() && vector_is_there(vector, count))
        output_vector(vector, items);
    else
        output_elements(vector * VECTOR, items, head(), count);
}

void tile_store_whole_stripe(uint tile, uint s, T_VECTOR items)
{
    output_vector(tile * TILE_VECTORS + tile_vector(s), items);
}

// Returns whether a slice is stored stripe by stripe, with a test of each vector.
bool tile_has_ends(uint tile, uint count)
{
    return !slice_is_whole(tile, count) || !output_has_vectors() && !output_can_shift();
}

void tile_store(uint tile, uint count, T_VECTOR items[STRIPES])
{
    if (tile_has_ends(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_stripe(tile, s, count, items[s]);
    } else if (output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_whole_stripe(tile, s, items[s]);
    } else {
        tile_store_shifted(tile, items);
    }
}

#endif
