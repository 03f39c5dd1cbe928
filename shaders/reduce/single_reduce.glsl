// SPDX-License-Identifier: MIT
// The tiles that each workgroup of a single-pass reduction reduces, and where the total goes.
#ifndef SINGLE_REDUCE_GLSL
#define SINGLE_REDUCE_GLSL

#include "tile/subgroup_tile.glsl"
#include "tile/input.glsl"
#include "port/operands.glsl"
#include "tile/output.glsl"
#include "pass/tickets.glsl"

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Returns how many workgroups have tiles. With a count in a buffer these are as many as the host
// would start for the count (reduce.c), so that floats are grouped the same; dispatch.parameter is
// the plan's workgroups.
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

// Returns the number of tiles; without elements one, which is empty.
uint tiles_to_reduce()
{
    return max(tile_count(run_count()), 1);
}

// Finds this workgroup's consecutive tiles, [tile, end); if no workgroup has more than one, the
// tile of its index.
void find_share(out uint workgroups, out uint tile, out uint end)
{
    const uint tiles = tiles_to_reduce();
    tile = gl_WorkGroupID.x;
    end = tile + 1;
    workgroups = tiles;
    if (tile_count(dispatch.count) > gl_NumWorkGroups.x) { // divisions are slow
        workgroups = workgroups_for(tiles);
        const uint each = tiles / workgroups;
        const uint extra = tiles % workgroups; // workgroups that take one more
        tile = gl_WorkGroupID.x * each + min(gl_WorkGroupID.x, extra);
        end = tile + each + uint(gl_WorkGroupID.x < extra);
    }
    if (HAS_COUNT)
        end = min(end, tiles);
}

// Returns the aggregate of this workgroup's tiles, in lane 0 of subgroup 0. With a commutative
// operator, each lane first combines its own elements. If no workgroup has more than one tile, a
// count in a buffer is read after the tile's loads.
T reduce_share(out uint workgroups)
{
    uint tile = gl_WorkGroupID.x, end = tile + 1;
    bool begins = HAS_COUNT && tile_count(dispatch.count) <= gl_NumWorkGroups.x;
#ifdef SECOND_INPUT_WORDS // no element past the count is mapped
    begins = false;
#endif
    if (!begins) {
        read_operands();
        find_share(workgroups, tile, end);
    }
    T total = identity();
    while (tile < end) {
        V items[STRIPES];
        tile_load(tile, run_count(), items);
        if (begins) {
            begins = false;
            read_operands();
            workgroups = tiles_to_reduce(); // as find_share has it
            end = min(end, workgroups);
            if (!is_loaded_early(tile))
                continue;
        }
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                total = combine(total, tile_combine_stripe(items[s], tile, s, run_count()));
        } else {
            total = combine(total, tile_reduce(tile, run_count(), items));
        }
        tile++;
    }
    return COMMUTATIVE != 0 ? vks_workgroup_reduce(vks_subgroup_reduce(total)) : total;
}

#endif
