// SPDX-License-Identifier: MIT
// Reduce and scan over one subgroup. Uniform control flow within the subgroup is the caller's duty.
#ifndef SUBGROUP_GLSL
#define SUBGROUP_GLSL

#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#include "vkscan/operator.glsl"
#include "vkscan/workgroup_size.glsl"

layout(constant_id = SPEC_SUBGROUP_SIZE) const uint SUBGROUP_SIZE = 0;

const uint MAX_LANES = 128; // of any subgroup

// Invocations of this subgroup, a power of two. Where the pipeline could not require a size, they
// are counted: gl_SubgroupSize is then no more than an upper bound on some drivers. Once, on entry,
// since nothing promises that lanes which part at a branch are together again right behind it.
uint subgroup_lanes =
    SUBGROUP_SIZE != 0 ? SUBGROUP_SIZE : subgroupBallotBitCount(subgroupBallot(true));

uint subgroup_count()
{
    return SUBGROUP_SIZE != 0 ? WORKGROUP_SIZE / SUBGROUP_SIZE : gl_NumSubgroups;
}

T subgroup_last(T value)
{
    return subgroupShuffle(value, subgroup_lanes - 1);
}

// The operators that the hardware knows are left to it: on an NVIDIA H200 one of its reductions or
// scans costs a tenth of the same in shuffles. The others go by shuffles, left with right.
#ifdef ELEMENT_IS_FLOAT

// Of all lanes, in every lane.
T subgroup_reduce(T value)
{
    return OP == OP_MUL ? subgroupMul(value) : subgroupAdd(value);
}

T subgroup_inclusive_scan(T value)
{
    return OP == OP_MUL ? subgroupInclusiveMul(value) : subgroupInclusiveAdd(value);
}

#else

T subgroup_inclusive_scan_by_shuffles(T value)
{
    for (uint stride = 1; stride < MAX_LANES; stride *= 2)
        if (stride < subgroup_lanes) {
            const T before = subgroupShuffleUp(value, stride);
            if (gl_SubgroupInvocationID >= stride)
                value = combine(before, value);
        }
    return value;
}

// Of all lanes, in every lane.
T subgroup_reduce(T value)
{
    switch (OP) {
    case OP_ADD: return subgroupAdd(value);
    case OP_MUL: return subgroupMul(value);
    case OP_MIN: return subgroupMin(value);
    case OP_MAX: return subgroupMax(value);
    case OP_AND: return subgroupAnd(value);
    case OP_OR: return subgroupOr(value);
    case OP_XOR: return subgroupXor(value);
    default: return subgroup_last(subgroup_inclusive_scan_by_shuffles(value));
    }
}

T subgroup_inclusive_scan(T value)
{
    switch (OP) {
    case OP_ADD: return subgroupInclusiveAdd(value);
    case OP_MUL: return subgroupInclusiveMul(value);
    case OP_MIN: return subgroupInclusiveMin(value);
    case OP_MAX: return subgroupInclusiveMax(value);
    case OP_AND: return subgroupInclusiveAnd(value);
    case OP_OR: return subgroupInclusiveOr(value);
    case OP_XOR: return subgroupInclusiveXor(value);
    default: return subgroup_inclusive_scan_by_shuffles(value);
    }
}

#endif

// Moves an inclusive scan up by one lane.
T subgroup_exclusive_from_inclusive(T inclusive)
{
    const T before = subgroupShuffleUp(inclusive, 1);
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

#endif
