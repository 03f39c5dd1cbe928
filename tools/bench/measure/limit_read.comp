// SPDX-License-Identifier: MIT
// The limit of a reduction: reads all vectors. The result is the exclusive or of all words, which
// shows that each was read, gathered by one atomic operation a workgroup.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "limits.h"

layout(local_size_x_id = LIMIT_SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = LIMIT_SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;
layout(constant_id = LIMIT_SPEC_VECTORS) const uint VECTORS = 1;

layout(binding = 0) readonly buffer Source { uvec4 source[]; };
layout(binding = 1) buffer Destination { uint destination[]; };
layout(push_constant) uniform Push { uint count; };

shared uint total;

void main()
{
    const uint tile = WORKGROUP_SIZE * VECTORS;
    uvec4 v = uvec4(0);

    if (gl_LocalInvocationID.x == 0)
        total = 0;
    for (uint base = gl_WorkGroupID.x * tile; base < count; base += gl_NumWorkGroups.x * tile) {
        const uint first = base + gl_LocalInvocationID.x;
        for (uint k = 0; k < VECTORS; k++)
            if (first + k * WORKGROUP_SIZE < count)
                v ^= source[first + k * WORKGROUP_SIZE];
    }
    barrier();
    atomicXor(total, v.x ^ v.y ^ v.z ^ v.w);
    barrier();
    if (gl_LocalInvocationID.x == 0)
        atomicXor(destination[0], total);
}
