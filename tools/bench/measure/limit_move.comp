// SPDX-License-Identifier: MIT
// The limit of a selection: reads all vectors and writes fewer. Vector i of the result is the
// exclusive or of vectors i, i + written, ..., which shows that each was read.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "limits.h"

layout(local_size_x_id = LIMIT_SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = LIMIT_SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;
layout(constant_id = LIMIT_SPEC_VECTORS) const uint VECTORS = 1;

layout(binding = 0) readonly buffer Source { uvec4 source[]; };
layout(binding = 1) writeonly buffer Destination { uvec4 destination[]; };
layout(push_constant) uniform Push
{
    uint count;
    uint written;
};

void main()
{
    const uint tile = WORKGROUP_SIZE * VECTORS;
    for (uint base = gl_WorkGroupID.x * tile; base < written; base += gl_NumWorkGroups.x * tile) {
        uvec4 v[VECTORS];
        const uint first = base + gl_LocalInvocationID.x;
        for (uint k = 0; k < VECTORS; k++)
            v[k] = uvec4(0);
        for (uint from = 0; from < count; from += written)
            for (uint k = 0; k < VECTORS; k++) {
                const uint at = first + k * WORKGROUP_SIZE;
                if (at < min(written, count - from))
                    v[k] ^= source[from + at];
            }
        for (uint k = 0; k < VECTORS; k++)
            if (first + k * WORKGROUP_SIZE < written)
                destination[first + k * WORKGROUP_SIZE] = v[k];
    }
}
