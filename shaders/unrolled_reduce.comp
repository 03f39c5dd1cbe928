// SPDX-License-Identifier: MIT
// As tree_reduce.comp, with its loop unrolled and no barrier once a single subgroup has work left:
// its lanes take their partial totals into registers and exchange them by shuffles. Not through
// shared memory with a subgroupBarrier() after each step: lavapipe of Mesa 25.0 takes that for a
// barrier of the workgroup, which the other subgroups do not reach.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/halves.glsl"
#include "vkscan/subgroup.glsl"

const uint MAX_STRIDE = 512; // half of the largest workgroup

void take_in(uint i, uint stride)
{
    partial[i] = combine(partial[i], partial[i + stride]);
}

void reduce_by_workgroup()
{
    [[unroll]] for (uint stride = MAX_STRIDE; stride > 0; stride /= 2)
        if (stride < WORKGROUP_SIZE && stride >= subgroup_lanes) {
            barrier();
            if (gl_LocalInvocationID.x < stride)
                take_in(gl_LocalInvocationID.x, stride);
        }
    barrier();
}

// In the first subgroup: the total, in its lane 0. Combines the same pairs as steps in shared memory.
T reduce_by_subgroup()
{
    T total = partial[gl_SubgroupInvocationID];
    [[unroll]] for (uint stride = MAX_LANES / 2; stride > 0; stride /= 2)
        if (stride < WORKGROUP_SIZE && stride < subgroup_lanes) {
            const T other = subgroupShuffleDown(total, stride);
            if (gl_SubgroupInvocationID < stride)
                total = combine(total, other);
        }
    return total;
}

void main()
{
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        load_halves(b);
        reduce_by_workgroup();
        if (gl_SubgroupID == 0) {
            const T total = reduce_by_subgroup();
            if (gl_SubgroupInvocationID == 0)
                store(b, combine(seed(), total));
        }
    }
}
