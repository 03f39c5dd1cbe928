// SPDX-License-Identifier: MIT
// A tile in registers: WORKGROUP_SIZE x STRIPES vectors. It consists of slices, consecutive vectors
// in a striped arrangement over threads, so that each access of a stripe is coalesced:
//
//              thread 0   thread 1   thread 2   thread 3
//   stripe 0   v0         v1         v2         v3
//   stripe 1   v4         v5         v6         v7
//
// A slice is a subgroup's (subgroup_tile.glsl), or the whole tile is one (tree_tile.glsl).
#ifndef TILE_GLSL
#define TILE_GLSL

#include "detail/operator.glsl"
#include "detail/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint STRIPES = 4; // vectors per thread
layout(constant_id = SPEC_COMMUTATIVE) const uint COMMUTATIVE = 0; // the operator

const uint TILE_VECTORS = WORKGROUP_SIZE * STRIPES;
const uint TILE_SIZE = TILE_VECTORS * VECTOR; // elements

// Defined by the kernel over its own buffers; indices count elements, or vectors, from the start
// of the head padding. input_vector is only called where input_has_vectors.
T input_element(uint index);
V input_vector(uint index);
bool input_has_vectors();
uint head(); // elements of head padding: neither read nor written

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

// Defined by subgroup_tile.glsl or tree_tile.glsl: the position within the tile of this thread's
// vector in a stripe; the first vector of this thread's slice of a tile; vectors of a slice.
uint tile_vector(uint s);
uint slice_start(uint tile);
uint slice_vectors();

bool element_is_there(uint element, uint count)
{
    return element >= head() && element < count;
}

bool vector_is_there(uint vector, uint count)
{
    return vector * VECTOR >= head() && vector < count / VECTOR;
}

// Whether this thread's slice of a tile is neither padded nor partial.
bool slice_is_whole(uint tile, uint count)
{
    const uint first = slice_start(tile);
    return first * VECTOR >= head() && first + slice_vectors() <= count / VECTOR;
}

// Elements of the head padding and past the count read as the identity.
V tile_load_stripe(uint tile, uint s, uint count)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    V items;
    if (input_has_vectors() && vector_is_there(vector, count))
        items = input_vector(vector);
    else
        for (uint k = 0; k < VECTOR; k++) {
            const uint element = vector * VECTOR + k;
            items[k] = element_is_there(element, count) ? input_element(element) : identity();
        }
    return items;
}

void tile_load(uint tile, uint count, out V items[STRIPES])
{
    if (!slice_is_whole(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = tile_load_stripe(tile, s, count);
    } else if (input_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = input_vector(tile * TILE_VECTORS + tile_vector(s));
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            for (uint k = 0; k < VECTOR; k++)
                items[s][k] =
                    input_element((tile * TILE_VECTORS + tile_vector(s)) * VECTOR + k);
    }
}

// Replaces each element by the combination of prefix and all elements before it, and itself unless
// exclusive.
V scan_vector(T prefix, bool exclusive, V items)
{
    for (uint k = 0; k < VECTOR; k++) {
        const T after = combine(prefix, items[k]);
        items[k] = exclusive ? prefix : after;
        prefix = after;
    }
    return items;
}

#endif
