// SPDX-License-Identifier: MIT
// The common part of the kernels of a radix sort: tiles of WORKGROUP_SIZE x ITEMS keys, of which a
// thread has ITEMS in registers; and a count for each digit and tile, digit by digit.
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

// Returns the keys of a tile: 0 if the count in a buffer ends before.
uint tile_keys(uint tile)
{
    const uint first = tile * TILE_SIZE;
    return run_count() > first ? min(run_count() - first, TILE_SIZE) : 0;
}

// Loads each `stride`-th key of a tile from number `first` on, and last_key() past the end. In a
// full tile no load waits for a condition.
void load_keys(uint tile, uint first, uint stride, out K items[ITEMS])
{
    const uint keys = tile_keys(tile);
    if (keys == TILE_SIZE) {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            items[k] = load_key(tile * TILE_SIZE + first + k * stride);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            items[k] = last_key();
            if (first + k * stride < keys)
                items[k] = load_key(tile * TILE_SIZE + first + k * stride);
        }
    }
}

// Returns the tiles of the largest count.
uint tile_count()
{
    return divide_up(dispatch.count, TILE_SIZE);
}

// Returns where the count of a digit's keys in a tile is among all counts.
uint count_place(uint digit, uint tile)
{
    return digit * tile_count() + tile;
}

#endif
