// SPDX-License-Identifier: MIT
// Reduces the input to dispatch.groups elements of the output, each seed (+) consecutive tiles: one
// each, or several, and then some have one more than others.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/tree_tile.glsl"
#include "detail/tile_input.glsl"
#include "detail/output.glsl"

// The aggregate of tiles [first, end). With a commutative operator, each thread first combines its
// own elements.
T reduce_tiles(uint first, uint end)
{
    T total = identity();
    for (uint tile = first; tile < end; tile++) {
        V items[STRIPES];
        tile_load(tile, dispatch.count, items);
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                total = combine(total, tile_combine_stripe(items[s], tile, s, dispatch.count));
        } else {
            total = combine(total, tile_reduce(tile, dispatch.count, items));
        }
    }
    return COMMUTATIVE != 0 ? tree_reduce(total) : total;
}

void main()
{
    const uint tiles = tile_count(dispatch.count);
    const uint each = tiles / dispatch.groups;
    const uint extra = tiles % dispatch.groups; // groups that have one more
    for (uint group = gl_WorkGroupID.x; group < dispatch.groups; group += gl_NumWorkGroups.x) {
        const uint first = group * each + min(group, extra);
        const T total = reduce_tiles(first, first + each + uint(group < extra));
        if (gl_LocalInvocationID.x == 0)
            store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * group : group),
                          combine(seed(), total));
    }
}
