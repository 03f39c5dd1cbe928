// SPDX-License-Identifier: MIT
// Reduces each tile like tree_reduce.comp, but with the loop unrolled, and without workgroup
// barriers once a single subgroup has work left: that one goes on in registers, by shuffles, as
// Mesa 25.0's lavapipe takes a subgroupBarrier() for a barrier of the workgroup.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/built_in.glsl"
#include "textbook/halves.glsl"

const uint MAX_STRIDE = 512; // half of the largest workgroup

// Reduces the tile to a partial result for each lane of one subgroup.
void reduce_by_workgroup()
{
    const uint t = gl_LocalInvocationID.x;
    [[unroll]] for (uint stride = MAX_STRIDE; stride > 0; stride /= 2)
        if (stride < WORKGROUP_SIZE && stride >= vks_lanes) {
            barrier();
            if (t < stride)
                partial[t] = combine(partial[t], partial[HALVES_RIGHT(t, stride)]);
        }
    barrier();
}

// Returns the total in lane 0 of the subgroup, an undefined value in the others.
T reduce_by_subgroup()
{
    T total = partial[gl_SubgroupInvocationID % WORKGROUP_SIZE];
    [[unroll]] for (uint stride = VKS_MAX_LANES / 2; stride > 0; stride /= 2)
        if (stride < WORKGROUP_SIZE && stride < vks_lanes)
            total = combine(total, subgroupShuffleDown(total, stride));
    return total;
}

void main()
{
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        load_halves(tile);
        reduce_by_workgroup();
        if (gl_SubgroupID == 0) {
            const T total = reduce_by_subgroup();
            if (gl_SubgroupInvocationID == 0)
                store(tile, combine(seed(), total));
        }
    }
}
