// SPDX-License-Identifier: MIT
// Marks the elements that are kept, by ballots.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/built_in.glsl"
#include "select/mark.glsl"

uint stripe_thread()
{
    return gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
}

void mark_stripe(uint first, bool keep)
{
    const uvec4 ballot = subgroupBallot(keep);
    const uint start = first + gl_SubgroupID * vks_lanes;
    if (vks_lanes >= 32) {
        if (gl_SubgroupInvocationID < vks_lanes / 32)
            marks[start / 32 + gl_SubgroupInvocationID] = ballot[gl_SubgroupInvocationID];
    } else if (gl_SubgroupInvocationID == 0) {
        atomicOr(marks[start / 32], ballot.x << start % 32); // the word is several subgroups'
    }
}

void main()
{
    mark_tiles();
}
