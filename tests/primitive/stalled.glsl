// SPDX-License-Identifier: MIT
// Tiles whose owners publish late: included by single_pass.glsl, right behind what it wraps.
#ifndef STALLED_GLSL
#define STALLED_GLSL

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

void publish_unless_stalled(uint tile, uint epoch, uint kind, T value)
{
    if (kind != AGGREGATE || !stalls(tile))
        publish(tile, epoch, kind, value);
}

void publish_prefix_late(uint tile, uint epoch, T prefix, T aggregate)
{
    if (stalls(tile)) {
        stall(tile, epoch);
        publish(tile, epoch, AGGREGATE, aggregate);
    }
    publish_prefix(tile, epoch, prefix, aggregate);
}

#define publish publish_unless_stalled
#define publish_prefix publish_prefix_late

#endif
