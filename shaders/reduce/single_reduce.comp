// SPDX-License-Identifier: MIT
// Reduces everything in one dispatch: each workgroup reduces consecutive tiles, and the last one to
// finish combines the results of all, in order.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "reduce/single_reduce.glsl"

// Stores the result of this workgroup; returns whether it is the last to do so.
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

// Returns the combination of the first workgroups' results, in order, in lane 0 of subgroup 0.
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

void main()
{
    uint workgroups;
    const T result = reduce_share(workgroups);
    if (store_result(result)) {
        device_barrier(); // all threads see what the leader has acquired
        const T total = combine_results(workgroups);
        if (is_leader()) {
            store_result_of_all(combine(run_seed(), total));
            state_store(STATE_FINISHED, 0);
        }
    }
}
