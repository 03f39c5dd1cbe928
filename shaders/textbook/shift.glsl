// SPDX-License-Identifier: MIT
// Exclusive scans by way of inclusive ones: an exclusive scan is the inclusive scan of the input
// moved one place to the right, with the seed in front. Hwu, Kirk and El Hajj, "Programming
// Massively Parallel Processors", 4th edition, chapter 11.
#ifndef SHIFT_GLSL
#define SHIFT_GLSL

#include "textbook/buffers.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

// Returns operand i of an inclusive scan of the tile that begins at `first`.
T load_operand(uint first, uint i, T seed)
{
    if (EXCLUSIVE != 0)
        return i == 0 ? seed : load(first + i - 1);
    return i == 0 ? combine(seed, load(first)) : load(first + i);
}

// Returns the aggregate of the tile, of `size` elements, from the last result of the scan.
T aggregate_from_last(uint first, uint size, T last)
{
    return EXCLUSIVE != 0 ? combine(last, load(first + size - 1)) : last;
}

#endif
