// SPDX-License-Identifier: MIT
// As tree_reduce.comp, with its loop unrolled and no workgroup barrier once a single subgroup has
// work left. That its lanes see each other's writes is not taken for granted: the subgroup has its
// own barrier for that, which costs next to nothing.
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

void reduce_by_subgroup()
{
    [[unroll]] for (uint stride = MAX_LANES / 2; stride > 0; stride /= 2)
        if (stride < WORKGROUP_SIZE && stride < subgroup_lanes) {
            if (gl_SubgroupInvocationID < stride)
                take_in(gl_SubgroupInvocationID, stride);
            subgroupMemoryBarrierShared();
            subgroupBarrier();
        }
}

void main()
{
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        load_halves(b);
        reduce_by_workgroup();
        if (gl_SubgroupID == 0) {
            reduce_by_subgroup();
            if (gl_SubgroupInvocationID == 0)
                store(b, combine(seed(), partial[0]));
        }
    }
}
