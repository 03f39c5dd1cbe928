// SPDX-License-Identifier: MIT
// What the kernels of a radix sort have in common: tiles of WORKGROUP_SIZE x ITEMS keys, of which a
// thread takes each WORKGROUP_SIZE-th one; and a count for each digit and tile, digit by digit.
#ifndef SORT_TILE_GLSL
#define SORT_TILE_GLSL

#include "detail/workgroup_size.glsl"
#include "detail/sort_keys.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 4; // keys per thread

const uint TILE_SIZE = WORKGROUP_SIZE * ITEMS; // keys

T seed()
{
    return identity(); // a sort has none
}

#include "detail/operands.glsl"

// Keys of a tile: none where the count in a buffer ends before.
uint tile_keys(uint tile)
{
    const uint first = tile * TILE_SIZE;
    return run_count() > first ? min(run_count() - first, TILE_SIZE) : 0;
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
