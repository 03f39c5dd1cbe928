// SPDX-License-Identifier: MIT
// The common part of the kernels of a radix sort: tiles of WORKGROUP_SIZE x ITEMS keys, of which a
// thread has ITEMS in registers.
#ifndef SORT_TILE_GLSL
#define SORT_TILE_GLSL

#include "port/workgroup_size.glsl"
#include "sort/keys.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 4; // keys per thread

const uint TILE_SIZE = WORKGROUP_SIZE * ITEMS; // keys

T seed()
{
    return identity(); // a sort has none
}

#include "port/operands.glsl"

// FIRST_KEY(tile), INDEX_IN_ROW(i), tile_keys(), TILES_OF(count); and in kernels of tiles of rows
// begin_tile(), is_empty(), tile_count(), count_place() and keys_not_counted().
#include "tile_bounds.glsl"

// Loads each `stride`-th key of a tile from number `first` on, and last_key() past the end. In a
// full tile no load waits for a condition.
void load_keys(uint tile, uint first, uint stride, out K items[ITEMS])
{
    const uint keys = tile_keys(tile);
    if (keys == TILE_SIZE) {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            items[k] = load_key(FIRST_KEY(tile) + first + k * stride);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            items[k] = last_key();
            if (first + k * stride < keys)
                items[k] = load_key(FIRST_KEY(tile) + first + k * stride);
        }
    }
}

#endif
