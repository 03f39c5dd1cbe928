// SPDX-License-Identifier: MIT
// Stores misaligned slices of subgroups.
#ifndef SUBGROUP_STORE_GLSL
#define SUBGROUP_STORE_GLSL

#include "tile/subgroup_tile.glsl"
#include "tile/store.glsl"

#include "shift.glsl"

void tile_store_shifted(uint tile, T_VECTOR items[STRIPES])
{
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        tile_store_shifted_stripe(tile, s, items[s > 0 ? s - 1 : 0], items[s]);
    tile_store_ends(tile, items[0], items[STRIPES - 1]);
}

#endif
