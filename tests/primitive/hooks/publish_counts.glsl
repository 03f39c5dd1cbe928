// SPDX-License-Identifier: MIT
// Tiles of a onesweep whose owners publish late.
#ifndef HOOK_PUBLISH_COUNTS_GLSL
#define HOOK_PUBLISH_COUNTS_GLSL

#include "stalls.glsl"

void publish_counts_unless_stalled(uint tile, uint counts[THREAD_DIGITS])
{
    if (!stalls(tile))
        publish_counts(tile, counts);
}

// Waits until a fallback has published the count, or had the time to; with STALL_LATE, for half the
// spin limit at most.
void publish_late(uint tile, uint digit, uint prefix)
{
    const uint polls = (STALL & STALL_LATE) != 0 ? SPIN_LIMIT / 2 : 4 * SPIN_LIMIT;
    bool released = !stalls(tile);
    for (uint k = 0; k < polls && !released; k++)
        released = is_valid(state_load(tile_state_at(tile, digit)));
    publish(tile, digit, prefix);
}

#define publish_counts publish_counts_unless_stalled
#define publish publish_late

#endif
