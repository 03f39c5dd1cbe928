// SPDX-License-Identifier: MIT
// Reduces everything in one dispatch: each workgroup reduces consecutive tiles, and the last one to
// finish combines the results of all, in order.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/subgroup_tile.glsl"
#include "detail/tile_input.glsl"

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
        tile_load(tile, dispatch.count, items);
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                total = combine(total, tile_combine_stripe(items[s], tile, s, dispatch.count));
        } else {
            total = combine(total, tile_reduce(tile, dispatch.count, items));
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

// The combination of all workgroups' results, in order; in lane 0 of subgroup 0.
T combine_results()
{
    T total = identity();
    for (uint first = 0; first < gl_NumWorkGroups.x; first += WORKGROUP_SIZE) {
        const uint w = first + gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
        T value = identity();
        if (w < gl_NumWorkGroups.x)
            value = load_result(w);
        total = combine(total, vks_workgroup_reduce(vks_subgroup_reduce(value)));
    }
    return total;
}

void main()
{
    const uint tiles = max(tile_count(dispatch.count), 1); // no elements: one empty tile
    const uint each = tiles / gl_NumWorkGroups.x;
    const uint extra = tiles % gl_NumWorkGroups.x; // workgroups that take one more
    const uint first = gl_WorkGroupID.x * each + min(gl_WorkGroupID.x, extra);
    const uint end = first + each + uint(gl_WorkGroupID.x < extra);
    if (store_result(reduce_tiles(first, end))) {
        memoryBarrierBuffer();
        const T total = combine_results();
        if (is_leader()) {
            store_element(dispatch.output_offset, combine(seed(), total));
            state_store(STATE_FINISHED, 0);
        }
    }
}
