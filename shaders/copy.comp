// SPDX-License-Identifier: MIT
// Copies the input to the output.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/buffers.glsl"
#include "vkscan/workgroup_size.glsl"

void main()
{
    const uint invocations = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < dispatch.count; i += invocations)
        store(i, load(i));
}
