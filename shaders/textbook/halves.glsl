// SPDX-License-Identifier: MIT
// A tile of two elements per thread, whose second half is combined into the first while it is
// loaded into shared memory.
#ifndef HALVES_GLSL
#define HALVES_GLSL

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"
#include "textbook/steps.h"

const uint TILE_SIZE = 2 * WORKGROUP_SIZE; // elements

shared T partial[WORKGROUP_SIZE];

// Returns the number of tiles, at least one: no elements give the seed.
uint tile_count(uint count)
{
    return max(count / TILE_SIZE + uint(count % TILE_SIZE != 0), 1);
}

void load_halves(uint tile)
{
    const uint t = gl_LocalInvocationID.x;
    const uint i = tile * TILE_SIZE + t;
    const T value = combine(load(i), load(HALVES_RIGHT(i, WORKGROUP_SIZE)));
    barrier(); // the tile before has been read
    partial[t] = value;
}

#endif
