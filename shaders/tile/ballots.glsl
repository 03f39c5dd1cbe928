// SPDX-License-Identifier: MIT
// Ballots as masks of lanes. The includer has SUBGROUP_SIZE, as subgroup.glsl asks for it.
//
// Kernels take ballots and shuffle behind branches that lanes take alone, such as stores. SPIR-V has
// all lanes converge at a branch's end where control flow was uniform for the workgroup before it
// (section 2.2.5, Uniform Control Flow); where it was for the subgroup alone, an extension would.
#ifndef BALLOTS_GLSL
#define BALLOTS_GLSL

#extension GL_KHR_shader_subgroup_ballot : require

// Tells whether one word is known to hold a ballot: then the other three are not read.
const bool ONE_WORD = SUBGROUP_SIZE != 0 && SUBGROUP_SIZE <= 32;

// Returns the number of lanes in a mask.
uint lanes_of(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x) : subgroupBallotBitCount(mask);
}

// Returns the number of lanes in a mask below this one.
uint lanes_before(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x & gl_SubgroupLtMask.x)
                    : subgroupBallotExclusiveBitCount(mask);
}

// Returns the lowest lane of a mask that is not empty. Each lane may have a mask of its own, for
// which RADV's compiler (Mesa 22.3) has no subgroupBallotFindLSB.
uint first_lane(uvec4 mask)
{
    if (ONE_WORD)
        return uint(findLSB(mask.x));
    uint lane = 96 + uint(findLSB(mask.w));
    lane = mix(lane, 64 + uint(findLSB(mask.z)), mask.z != 0);
    lane = mix(lane, 32 + uint(findLSB(mask.y)), mask.y != 0);
    return mix(lane, uint(findLSB(mask.x)), mask.x != 0);
}

#endif
