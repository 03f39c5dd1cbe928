// SPDX-License-Identifier: MIT
// Reduce and scan over one subgroup. Uniform control flow within the subgroup is the caller's duty.
#ifndef SUBGROUP_GLSL
#define SUBGROUP_GLSL

#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#include "vkscan/operator.glsl"

layout(constant_id = SPEC_SUBGROUP_SIZE) const uint SUBGROUP_SIZE = 0;

// Invocations of a subgroup, a power of two. Where the pipeline could not require a size, they are
// counted: gl_SubgroupSize is then no more than an upper bound on some drivers.
uint subgroup_lanes()
{
    return SUBGROUP_SIZE != 0 ? SUBGROUP_SIZE : subgroupBallotBitCount(subgroupBallot(true));
}

// Of all lanes in order, in lane 0; undefined in the others.
T subgroup_reduce(T value)
{
    const uint lanes = subgroup_lanes();
    for (uint distance = 1; distance < lanes; distance *= 2)
        value = combine(value, subgroupShuffleDown(value, distance));
    return value;
}

T subgroup_inclusive_scan(T value)
{
    const uint lanes = subgroup_lanes();
    for (uint distance = 1; distance < lanes; distance *= 2) {
        const T before = subgroupShuffleUp(value, distance);
        if (gl_SubgroupInvocationID >= distance)
            value = combine(before, value);
    }
    return value;
}

// Moves an inclusive scan up by one lane.
T subgroup_exclusive_from_inclusive(T inclusive)
{
    const T before = subgroupShuffleUp(inclusive, 1);
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

T subgroup_last(T value)
{
    return subgroupShuffle(value, subgroup_lanes() - 1);
}

#endif
