// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/subgroup_tile.glsl"
#include "detail/tile_input.glsl"
#include "detail/output.glsl"

void main()
{
    const uint tiles = max(tile_count(dispatch.count), 1); // no elements: the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        tile_load(tile, dispatch.count, items);
        const T total = combine(seed(), tile_reduce(tile, dispatch.count, items));
        if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
            store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * tile : tile), total);
    }
}
