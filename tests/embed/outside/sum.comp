// SPDX-License-Identifier: MIT
// A shader outside the repository: each workgroup's sum, with what is installed for GLSL.
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint sums[]; };

#define T uint
const uint WORKGROUP_SIZE = 64;
const uint SUBGROUP_SIZE = 0;

uint combine(uint left, uint right)
{
    return left + right;
}

uint identity()
{
    return 0;
}

#include "vkscan/workgroup.glsl"

void main()
{
    const uint sum =
        vks_workgroup_reduce(vks_subgroup_reduce(numbers[gl_GlobalInvocationID.x]));
    if (gl_LocalInvocationID.x == 0)
        sums[gl_WorkGroupID.x] = sum;
}
