// SPDX-License-Identifier: MIT
// The wait of a tile that stalls.
#ifndef STALL_GLSL
#define STALL_GLSL

#include "stalls.glsl"

// Waits until a fallback has published the tile, or had the time to; with STALL_LATE, for half the
// spin limit at most.
void stall(uint tile, uint epoch)
{
    const uint polls = (STALL & STALL_LATE) != 0 ? SPIN_LIMIT / 2 : 4 * SPIN_LIMIT;
    bool released = false;
    for (uint k = 0; k < polls && !released; k++)
        released = tile_state_of(tile_state_load(tile), epoch).kind != INVALID;
}

#endif
