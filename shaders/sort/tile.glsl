// SPDX-License-Identifier: MIT
// What the kernels of a radix sort have in common: tiles of WORKGROUP_SIZE x ITEMS keys, of which a
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

// Keys of a tile: none where the count in a buffer ends before.
uint tile_keys(uint tile)
{
    const uint first = tile * TILE_SIZE;
    return run_count() > first ? min(run_count() - first, TILE_SIZE) : 0;
}

// From number `first` of a tile on each `stride`-th key; last_key() for those that are not there. Where
// all are there, no load waits for a condition.
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

// Tiles of the largest count.
uint tile_count()
{
    return divide_up(dispatch.count, TILE_SIZE);
}

// Of a digit's keys in a tile, among the counts.
uint count_place(uint digit, uint tile)
{
    return digit * tile_count() + tile;
}

#endif
