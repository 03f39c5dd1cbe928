// SPDX-License-Identifier: MIT
// What each workgroup reduces of a single-pass reduction, and where the total goes.
#ifndef SINGLE_REDUCE_GLSL
#define SINGLE_REDUCE_GLSL

#include "detail/subgroup_tile.glsl"
#include "detail/tile_input.glsl"
#include "detail/operands.glsl"
#include "detail/output.glsl"
#include "detail/tickets.glsl"

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// The aggregate of tiles [first, end), in lane 0 of subgroup 0. With a commutative operator, each
// lane first combines its own elements.
T reduce_tiles(uint first, uint end)
{
    T total = identity();
    for (uint tile = first; tile < end; tile++) {
        V items[STRIPES];
        tile_load(tile, run_count(), items);
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                total = combine(total, tile_combine_stripe(items[s], tile, s, run_count()));
        } else {
            total = combine(total, tile_reduce(tile, run_count(), items));
        }
    }
    return COMMUTATIVE != 0 ? vks_workgroup_reduce(vks_subgroup_reduce(total)) : total;
}

// Workgroups that have tiles. Of a count in a buffer, as many as the host would start for it
// (reduce.c), so that floats are grouped the same; dispatch.parameter is the plan's workgroups.
uint workgroups_for(uint tiles)
{
    if (!HAS_COUNT)
        return gl_NumWorkGroups.x;
    const uint each = min(divide_up(tiles, min(tiles, dispatch.parameter)), WORKGROUP_TILES_MAX);
    return min(divide_up(tiles, each), gl_NumWorkGroups.x);
}

void store_result_of_all(T result)
{
    if (has_operand(OPERAND_CARRY_OUT))
        store_total(result);
    else
        store_element(dispatch.output_offset, result);
}

// The aggregate of this workgroup's tiles, in lane 0 of subgroup 0.
T reduce_share(out uint workgroups)
{
    read_operands();
    const uint tiles = max(tile_count(run_count()), 1); // no elements: one empty tile
    workgroups = workgroups_for(tiles);
    const uint each = tiles / workgroups;
    const uint extra = tiles % workgroups; // workgroups that take one more
    const uint first = gl_WorkGroupID.x * each + min(gl_WorkGroupID.x, extra);
    const uint end = first + each + uint(gl_WorkGroupID.x < extra);
    return reduce_tiles(first, HAS_COUNT ? min(end, tiles) : end);
}

#endif
