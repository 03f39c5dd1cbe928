// SPDX-License-Identifier: MIT
// For the tests: tiles that publish late what they know.
#ifndef STALL_GLSL
#define STALL_GLSL

#include "vkscan/lookback.glsl"

layout(constant_id = SPEC_STALL) const uint STALL = STALL_NONE;

bool stalls(uint tile)
{
    switch (STALL & ~STALL_LATE) {
    case STALL_EVERY: return true;
    case STALL_THIRD: return tile % 3 == 0;
    case STALL_FIRST: return tile == 0;
    case STALL_RANDOM: return (tile * 2654435761u >> 28) < 6u;
    default: return false;
    }
}

// Waits until someone has made up for the tile, or would have had the time; if only late, half as
// long as others wait.
void stall(uint tile, uint run)
{
    const uint turns = (STALL & STALL_LATE) != 0 ? LOOKS / 2 : 4 * LOOKS;
    bool released = false;
    for (uint turn = 0; turn < turns && !released; turn++)
        released = status_of(status_load(tile), run).kind != NOTHING;
}

#endif
