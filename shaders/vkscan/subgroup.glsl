// SPDX-License-Identifier: MIT
// Reduces and scans over one subgroup, of any size from 1 to 128, with any element and operator.
// The functions are called in control flow that is uniform for the subgroup; threads without an
// element take part with the identity. They use no shared memory.
//
// The includer defines, before it includes this,
//
//   T                            the element
//   T combine(T left, T right)   an associative operator; it need not commute
//   T identity()                 that operator's identity
//   WORKGROUP_SIZE               constant: threads of a workgroup, a power of two, in one dimension
//   SUBGROUP_SIZE                constant: the subgroup size that the pipeline requires with
//                                VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: none
//
// and may define
//
//   VKS_SHUFFLE(value, lane)     subgroupShuffle and subgroupShuffleUp of a T, where GLSL has none:
//   VKS_SHUFFLE_UP(value, by)    for structures, say, member by member
//   VKS_BUILT_IN_REDUCE(value)   statements that return subgroupAdd(value), subgroupInclusiveAdd
//   VKS_BUILT_IN_SCAN(value)     (value) or the like, where that is what combine does: faster; or in
//                                any other case vks_subgroup_scan_by_shuffles(value)
//
// Its extensions ask the device for basic, arithmetic, ballot, shuffle and relative-shuffle
// subgroup operations.
#ifndef VKSCAN_SUBGROUP_GLSL
#define VKSCAN_SUBGROUP_GLSL

#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#ifndef VKS_SHUFFLE
#define VKS_SHUFFLE(value, lane) subgroupShuffle(value, lane)
#define VKS_SHUFFLE_UP(value, by) subgroupShuffleUp(value, by)
#endif

const uint VKS_MAX_LANES = 128; // of any subgroup

// Threads of this subgroup, a power of two. Where the pipeline requires no size, they are counted:
// gl_SubgroupSize is then only an upper bound on some drivers. They are counted on entry, since
// lanes that have diverged need not reconverge right after the branch.
uint vks_lanes =
    SUBGROUP_SIZE != 0 ? SUBGROUP_SIZE : subgroupBallotBitCount(subgroupBallot(true));

// SUBGROUP_SIZE, but 1 in place of 0: a division has to be valid even where it is not selected.
const uint VKS_DIVISOR = SUBGROUP_SIZE + uint(SUBGROUP_SIZE == 0);

// Returns the number of subgroups of the workgroup.
uint vks_subgroup_count()
{
    return SUBGROUP_SIZE != 0 ? WORKGROUP_SIZE / VKS_DIVISOR : gl_NumSubgroups;
}

// Returns the last lane's value, in every lane.
T vks_subgroup_last(T value)
{
    return VKS_SHUFFLE(value, vks_lanes - 1);
}

T vks_subgroup_scan_by_shuffles(T value)
{
    for (uint stride = 1; stride < VKS_MAX_LANES; stride *= 2)
        if (stride < vks_lanes) {
            const T before = VKS_SHUFFLE_UP(value, stride);
            if (gl_SubgroupInvocationID >= stride)
                value = combine(before, value);
        }
    return value;
}

T vks_subgroup_inclusive_scan(T value)
{
#ifdef VKS_BUILT_IN_SCAN
    VKS_BUILT_IN_SCAN(value)
#else
    return vks_subgroup_scan_by_shuffles(value);
#endif
}

// Returns the combination of all lanes' values, in every lane.
T vks_subgroup_reduce(T value)
{
#ifdef VKS_BUILT_IN_REDUCE
    VKS_BUILT_IN_REDUCE(value)
#else
    return vks_subgroup_last(vks_subgroup_scan_by_shuffles(value));
#endif
}

// Moves an inclusive scan up by one lane.
T vks_subgroup_exclusive_from_inclusive(T inclusive)
{
    const T before = VKS_SHUFFLE_UP(inclusive, 1);
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

#endif
