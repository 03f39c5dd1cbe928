// SPDX-License-Identifier: MIT
// Totals of the tree that their workgroups do not publish, so that a fallback replaces them.
#ifndef HOOK_PUBLISH_TOTAL_GLSL
#define HOOK_PUBLISH_TOTAL_GLSL

// In the leader: the tile in hand, if it stalls, and its aggregate.
uint withheld_tile = NO_TILE;
T withheld;

void publish_total_unless_withheld(uint series, uint before, uint tile, uint epoch, T leaf)
{
    if (tile != withheld_tile)
        publish_total(series, before, tile, epoch, leaf);
}

#define publish_total publish_total_unless_withheld

#endif
