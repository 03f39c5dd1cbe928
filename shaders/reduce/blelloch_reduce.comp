// SPDX-License-Identifier: MIT
// Reduces the input to one element of the output for each group of consecutive tiles: seed (+)
// group. Groups are of one tile, or of several, and then some have one more than others.
// dispatch.parameter is the number of the pass, from 1 on; in passes of a scan it is 0, and each
// tile is a group.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/tree_tile.glsl"
#include "tile/input.glsl"
#include "port/operands.glsl"
#include "tile/output.glsl"

// Returns the aggregate of tiles [first, end). With a commutative operator, each thread first
// combines its own elements.
T reduce_tiles(uint first, uint end, uint count)
{
    T total = identity();
    for (uint tile = first; tile < end; tile++) {
        V items[STRIPES];
        tile_load(tile, count, items);
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                total = combine(total, tile_combine_stripe(items[s], tile, s, count));
        } else {
            total = combine(total, tile_reduce(tile, count, items));
        }
    }
    return COMMUTATIVE != 0 ? tree_reduce(total) : total;
}

// Returns the groups of a pass with `tiles` tiles, as reduce.c plans them.
uint groups_for(uint tiles)
{
    if (dispatch.parameter == 0)
        return max(tiles, 1);
    return tiles <= TREE_TILES_OF_ONE ? 1 : min(tiles, TREE_GROUPS_MAX);
}

// Returns the count of this pass; a count in a buffer is the first pass's.
uint count_of_pass()
{
    uint count = run_count();
    if (HAS_COUNT)
        for (uint pass = 1; pass < dispatch.parameter; pass++)
            count = groups_for(tile_count(count));
    return count;
}

void store_result(uint group, T result)
{
    if (has_operand(OPERAND_CARRY_OUT))
        store_total(result);
    else
        store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * group : group), result);
}

void main()
{
    read_operands();
    const uint count = count_of_pass();
    const uint tiles = tile_count(count);
    const uint groups = groups_for(tiles);
    const uint each = tiles / groups;
    const uint extra = tiles % groups; // groups that have one more
    for (uint group = gl_WorkGroupID.x; group < groups; group += gl_NumWorkGroups.x) {
        const uint first = group * each + min(group, extra);
        const T total = reduce_tiles(first, first + each + uint(group < extra), count);
        if (gl_LocalInvocationID.x == 0)
            store_result(group, combine(run_seed(), total));
    }
}
