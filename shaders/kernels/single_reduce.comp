// SPDX-License-Identifier: MIT
// Reduces everything in one dispatch: each workgroup reduces consecutive tiles, and the last one to
// finish combines the results of all, in order.
#version 450
#extension GL_GOOGLE_include_directive : require

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

// Returns whether this workgroup is the last to store its result.
bool store_result(T result)
{
    uint finished = 0;
    if (is_leader()) {
        FOR_EACH_WORD(k)
            state_store(PARTIAL_RESULT(gl_WorkGroupID.x, ELEMENT_WORDS) + k,
                        WORD(TO_WORDS(result), k));
        finished = atomicAdd(state.words[at(STATE_FINISHED)], 1, RELEASE) + 1;
        if (finished == gl_NumWorkGroups.x)
            atomicLoad(state.words[at(STATE_FINISHED)], ACQUIRE);
    }
    return broadcast(is_leader(), finished) == gl_NumWorkGroups.x;
}

T load_result(uint workgroup)
{
    const uint first = PARTIAL_RESULT(workgroup, ELEMENT_WORDS);
    return FROM_WORDS(EACH_WORD(state_load, first, 1));
}

// The combination of the first workgroups' results, in order; in lane 0 of subgroup 0.
T combine_results(uint workgroups)
{
    T total = identity();
    for (uint first = 0; first < workgroups; first += WORKGROUP_SIZE) {
        const uint w = first + gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
        T value = identity();
        if (w < workgroups)
            value = load_result(w);
        total = combine(total, vks_workgroup_reduce(vks_subgroup_reduce(value)));
    }
    return total;
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

void main()
{
    read_operands();
    const uint tiles = max(tile_count(run_count()), 1); // no elements: one empty tile
    const uint workgroups = workgroups_for(tiles);
    const uint each = tiles / workgroups;
    const uint extra = tiles % workgroups; // workgroups that take one more
    const uint first = gl_WorkGroupID.x * each + min(gl_WorkGroupID.x, extra);
    const uint end = first + each + uint(gl_WorkGroupID.x < extra);
    const uint last = HAS_COUNT ? min(end, tiles) : end;
    if (store_result(reduce_tiles(first, last))) {
        memoryBarrierBuffer();
        const T total = combine_results(workgroups);
        if (is_leader()) {
            store_result_of_all(combine(run_seed(), total));
            state_store(STATE_FINISHED, 0);
        }
    }
}
