// SPDX-License-Identifier: MIT
// The inclusive prefix of each tile is published, and a window ends at the polling tile.
#ifndef PREFIX_GLSL
#define PREFIX_GLSL

#include "pass/window.glsl"

void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    publish(tile, epoch, PREFIX, combine(prefix, aggregate));
}

uint first_end(uint tile)
{
    return tile;
}

int nearest_prefix(bool is_prefix)
{
    return last_lane(is_prefix);
}

#endif
