// SPDX-License-Identifier: MIT
// Scans each tile of the input, starting from the tile's prefix in the totals or from the seed.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/tile_buffers.glsl"

layout(set = SET_TOTALS, binding = 0) readonly buffer Totals { T elements[]; } totals;

void main()
{
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        const T prefix = dispatch.prefixed != 0
                             ? from_memory(totals.elements[dispatch.totals_offset + tile])
                             : from_bits(dispatch.seed);
        tile_scan(prefix, EXCLUSIVE != 0, items);
        tile_store(tile, dispatch.count, items);
    }
}
