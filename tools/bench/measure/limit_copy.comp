// SPDX-License-Identifier: MIT
// The limit of a scan: copies vectors from source to destination and does nothing else. Where the
// destination is larger, each vector is written COPIES times, by contiguous writes.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "limits.h"

layout(local_size_x_id = LIMIT_SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = LIMIT_SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;
layout(constant_id = LIMIT_SPEC_VECTORS) const uint VECTORS = 1;
layout(constant_id = LIMIT_SPEC_COPIES) const uint COPIES = 1;

layout(binding = 0) readonly buffer Source { uvec4 source[]; };
layout(binding = 1) writeonly buffer Destination { uvec4 destination[]; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint tile = WORKGROUP_SIZE * VECTORS;
    for (uint base = gl_WorkGroupID.x * tile; base < count; base += gl_NumWorkGroups.x * tile) {
        uvec4 v[VECTORS];
        const uint first = base + gl_LocalInvocationID.x;
        for (uint k = 0; k < VECTORS; k++) {
            if (COPIES > 1)
                v[k] = uvec4(0);
            if (first + k * WORKGROUP_SIZE < count)
                v[k] = source[first + k * WORKGROUP_SIZE];
        }
        for (uint k = 0; k < VECTORS; k++)
            for (uint copy = 0; copy < COPIES; copy++) {
                const uint to = (base + k * WORKGROUP_SIZE) * COPIES + copy * WORKGROUP_SIZE +
                                gl_LocalInvocationID.x;
                if (to < count * COPIES)
                    destination[to] = v[k];
            }
    }
}
