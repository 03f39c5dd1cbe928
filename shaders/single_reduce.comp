// SPDX-License-Identifier: MIT
// Reduces everything in one dispatch: each workgroup reduces consecutive tiles, and the last one to
// finish combines the results of all, in their order.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/tile_input.glsl"

layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;

#include "vkscan/tickets.glsl"

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Of tiles [first, end), in invocation 0 of subgroup 0. Lanes keep totals of their own as long as
// the order does not matter.
T reduce_tiles(uint first, uint end)
{
    T total = identity();
    for (uint tile = first; tile < end; tile++) {
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        if (COMMUTATIVE != 0) {
            [[unroll]] for (uint row = 0; row < ROWS; row++)
                total = combine(total, combine_vector(items[row]));
        } else {
            total = combine(total, tile_reduce(items));
        }
    }
    return COMMUTATIVE != 0 ? workgroup_reduce(subgroup_reduce(total)) : total;
}

// Whether all others have left their results.
bool leave_result(T result)
{
    uint finished = 0;
    if (is_leader()) {
        atomicStore(kept.words[at(PARTIAL_RESULT(gl_WorkGroupID.x))], to_bits(result), RELAXED);
        memoryBarrierBuffer();
        finished = atomicAdd(kept.words[at(RUN_FINISHED)], 1) + 1;
        memoryBarrierBuffer();
    }
    return share(is_leader(), finished) == gl_NumWorkGroups.x;
}

// In order; in invocation 0 of subgroup 0.
T combine_results()
{
    T total = identity();
    for (uint first = 0; first < gl_NumWorkGroups.x; first += WORKGROUP_SIZE) {
        const uint w = first + gl_SubgroupID * subgroup_lanes + gl_SubgroupInvocationID;
        const T value = w < gl_NumWorkGroups.x ? value_from_bits(kept_load(PARTIAL_RESULT(w)))
                                               : identity();
        total = combine(total, workgroup_reduce(subgroup_reduce(value)));
    }
    return total;
}

void main()
{
    const uint tiles = max(tile_count(dispatch.count), 1); // of nothing, an empty one
    const uint share = tiles / gl_NumWorkGroups.x;
    const uint more = tiles % gl_NumWorkGroups.x; // workgroups that take one more
    const uint first = gl_WorkGroupID.x * share + min(gl_WorkGroupID.x, more);
    const uint end = first + share + uint(gl_WorkGroupID.x < more);
    if (leave_result(reduce_tiles(first, end))) {
        memoryBarrierBuffer();
        const T total = combine_results();
        if (is_leader()) {
            destination.elements[dispatch.output_offset] =
                to_memory(combine(from_bits(dispatch.seed), total));
            kept_store(RUN_FINISHED, 0);
        }
    }
}
