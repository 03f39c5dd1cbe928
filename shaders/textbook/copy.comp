// SPDX-License-Identifier: MIT
// Copies the input to the output.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"

void main()
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < dispatch.count; i += threads)
        store(i, load(i));
}
