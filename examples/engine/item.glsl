// SPDX-License-Identifier: MIT
// The index of a thread's item, of as many as compute_dispatch() was given or up to a workgroup more.
layout(local_size_x = 128) in;

uint item()
{
    return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
           gl_LocalInvocationID.x;
}
