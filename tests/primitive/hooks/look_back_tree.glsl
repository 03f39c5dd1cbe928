// SPDX-License-Identifier: MIT
// Tiles of a tree whose owners publish late.
#ifndef HOOK_LOOK_BACK_TREE_GLSL
#define HOOK_LOOK_BACK_TREE_GLSL

#include "stall.glsl"

void publish_unless_stalled(uint tile, uint epoch, uint kind, T value)
{
    if (stalls(tile)) {
        withheld_tile = tile;
        withheld = value;
    } else {
        publish(tile, epoch, kind, value);
    }
}

uint look_back_late(uint tile, uint epoch, out T prefix)
{
    const uint missing = look_back(tile, epoch, prefix);
    if (missing == NO_TILE && tile == withheld_tile) { // of the leader
        stall(tile, epoch);
        publish(tile, epoch, AGGREGATE, withheld);
    }
    return missing;
}

#define publish publish_unless_stalled
#define look_back look_back_late

#endif
