// SPDX-License-Identifier: MIT
// Ballots as masks of lanes. The includer has SUBGROUP_SIZE, as subgroup.glsl asks for it.
#ifndef BALLOTS_GLSL
#define BALLOTS_GLSL

#extension GL_KHR_shader_subgroup_ballot : require

// Whether a word is known to hold a ballot: then nothing is computed of the other three.
const bool ONE_WORD = SUBGROUP_SIZE != 0 && SUBGROUP_SIZE <= 32;

uint lanes_of(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x) : subgroupBallotBitCount(mask);
}

uint lanes_before(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x & gl_SubgroupLtMask.x)
                    : subgroupBallotExclusiveBitCount(mask);
}

#endif
