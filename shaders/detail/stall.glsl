// SPDX-License-Identifier: MIT
// For the tests: tiles whose owners publish late.
#ifndef STALL_GLSL
#define STALL_GLSL

#include "detail/lookback.glsl"

layout(constant_id = SPEC_STALL) const uint STALL = STALL_NONE;

bool stalls(uint tile)
{
    const uint which = STALL & ~STALL_LATE;
    return which == STALL_EVERY || which == STALL_THIRD && tile % 3 == 0 ||
           which == STALL_FIRST && tile == 0 ||
           which == STALL_RANDOM && (tile * 2654435761u >> 28) < 6u;
}

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
