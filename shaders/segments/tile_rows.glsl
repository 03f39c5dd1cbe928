// SPDX-License-Identifier: MIT
// The rows of a tile. A row's bounds count elements from the start of the head padding.
#ifndef TILE_ROWS_GLSL
#define TILE_ROWS_GLSL

#include "segments/tile_segments.glsl"

// Returns a / length, for a less than the length and a tile's size: few instructions, where a
// division takes some thirty. Below 2^21 the product is exact enough.
uint few_rows(uint a)
{
    const uint length = dispatch.parameter;
    return length > TILE_SIZE ? uint(a >= length)
                              : uint((float(a) + 0.5) * (1.0 / float(length)));
}

uint rest_of_row(uint a)
{
    return a - few_rows(a) * dispatch.parameter;
}

// Returns the number within its row of an element. In the head padding it counts up to the first row.
uint within_row(uint element)
{
    return element < head() ? rest_of_row(dispatch.parameter - rest_of_row(head() - element))
                            : (element - head()) % dispatch.parameter;
}

// Returns the heads of this thread's block of a tile, and the end of the last row.
uint row_heads(uint tile)
{
    const uint length = dispatch.parameter, block = own_block() * BLOCK;
    const uint within = rest_of_row(within_row(tile * TILE_SIZE) + block);
    const uint distance = within == 0 ? 0 : length - within;
    const uint rest = run_count() - tile * TILE_SIZE - block;
    uint heads = rest < BLOCK ? 1u << rest : 0;
    if (distance < BLOCK)
        for (uint k = distance; k < BLOCK; k += length)
            heads |= 1u << k;
    return heads;
}

// Returns the first row of which an element is in the tile, and how many there are.
uvec2 rows_of_tile(uint tile)
{
    const uint length = dispatch.parameter;
    const uint first = max(tile * TILE_SIZE, head());
    const uint end = min((tile + 1) * TILE_SIZE, run_count());
    const uint row = (first - head()) / length;
    return uvec2(row, end > first ? few_rows(end - head() - row * length - 1) + 1 : 0);
}

#endif
