// SPDX-License-Identifier: MIT
// Reduce and scan over one subgroup, of any size from 1 to 128. To be called in control flow that is
// uniform for the subgroup.
//
// The includer defines the type T, the functions combine(left, right) and identity(), and the
// constants WORKGROUP_SIZE and SUBGROUP_SIZE (what the pipeline requires; 0: nothing). It may define
// VKS_BUILT_IN_REDUCE and VKS_BUILT_IN_SCAN (see detail/built_in.glsl).
#ifndef VKSCAN_SUBGROUP_GLSL
#define VKSCAN_SUBGROUP_GLSL

#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

const uint VKS_MAX_LANES = 128; // of any subgroup

// Threads of this subgroup, a power of two. Where the pipeline could not require a size, they are
// counted: gl_SubgroupSize is then no more than an upper bound on some drivers. Once, on entry,
// since nothing promises that lanes which diverge have reconverged right behind the branch.
uint vks_lanes =
    SUBGROUP_SIZE != 0 ? SUBGROUP_SIZE : subgroupBallotBitCount(subgroupBallot(true));

// Never 0, not even where nothing is divided.
const uint VKS_DIVISOR = SUBGROUP_SIZE + uint(SUBGROUP_SIZE == 0);

uint vks_subgroup_count()
{
    return SUBGROUP_SIZE != 0 ? WORKGROUP_SIZE / VKS_DIVISOR : gl_NumSubgroups;
}

T vks_subgroup_last(T value)
{
    return subgroupShuffle(value, vks_lanes - 1);
}

T vks_subgroup_scan_by_shuffles(T value)
{
    for (uint stride = 1; stride < VKS_MAX_LANES; stride *= 2)
        if (stride < vks_lanes) {
            const T before = subgroupShuffleUp(value, stride);
            if (gl_SubgroupInvocationID >= stride)
                value = combine(before, value);
        }
    return value;
}

T vks_subgroup_inclusive_scan(T value)
{
#ifdef VKS_BUILT_IN_SCAN
    VKS_BUILT_IN_SCAN(value)
#endif
    return vks_subgroup_scan_by_shuffles(value);
}

// Of all lanes, in every lane.
T vks_subgroup_reduce(T value)
{
#ifdef VKS_BUILT_IN_REDUCE
    VKS_BUILT_IN_REDUCE(value)
#endif
    return vks_subgroup_last(vks_subgroup_scan_by_shuffles(value));
}

// Moves an inclusive scan up by one lane.
T vks_subgroup_exclusive_from_inclusive(T inclusive)
{
    const T before = subgroupShuffleUp(inclusive, 1);
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

#endif
