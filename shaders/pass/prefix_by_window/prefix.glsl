// SPDX-License-Identifier: MIT
// Windows are aligned to the lanes of a subgroup, and only the inclusive prefix of a window's last
// tile is published: by the first tile of the next window, as its exclusive prefix. If a state is
// one 64-bit word, a late owner may replace the prefix by its aggregate, which is as valid.
#ifndef PREFIX_GLSL
#define PREFIX_GLSL

#include "pass/window.glsl"

void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    if (tile > 0 && tile % vks_lanes == 0)
        publish(tile - 1, epoch, PREFIX, prefix);
}

// Returns the end, exclusive, of the window that is polled first.
uint first_end(uint tile)
{
    return tile - tile % vks_lanes + vks_lanes;
}

int nearest_prefix(bool is_prefix)
{
    return subgroupBallot(is_prefix) != uvec4(0) ? int(vks_lanes) - 1 : -1;
}

#endif
