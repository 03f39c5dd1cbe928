// SPDX-License-Identifier: MIT
// A tile whose slices are those of threads, blocks of consecutive elements: each scans its own, and
// lanes exchange one value, not one for each stripe. Two vectors of a block are a sector of 32 bytes.
#ifndef BLOCK_TILE_GLSL
#define BLOCK_TILE_GLSL

#include "tile/built_in.glsl"
#include "tile/tile.glsl"
#include "vkscan/workgroup.glsl"

const uint BLOCK = STRIPES * VECTOR; // elements of a thread

// Returns the block of this thread: blocks follow each other as lanes and subgroups do.
uint own_block()
{
    return gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
}

uint tile_first_vector()
{
    return own_block() * STRIPES;
}

uint slice_threads()
{
    return 1;
}

uint slice_start(uint tile)
{
    return tile * TILE_VECTORS + tile_first_vector();
}

#endif
