// SPDX-License-Identifier: MIT
// A tile in shared memory, padded against bank conflicts.
#ifndef SHARED_TILE_GLSL
#define SHARED_TILE_GLSL

#include "port/port.glsl"
#include "port/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 2; // elements per thread, a power of two
layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

const uint TILE_SIZE = ITEMS * WORKGROUP_SIZE; // elements

#include "vkscan/sweep.glsl"

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

#endif
