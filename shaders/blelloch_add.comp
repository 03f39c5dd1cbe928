// SPDX-License-Identifier: MIT
// Combines the prefix of each block, from the totals, with every element of the block, in place.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/operator.glsl"

layout(local_size_x_id = SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;

const uint BLOCK_SIZE = 2 * WORKGROUP_SIZE; // elements, as in sweep.glsl

layout(set = SET_OUTPUT, binding = 0) buffer Output { T elements[]; } destination;
layout(set = SET_TOTALS, binding = 0) readonly buffer Totals { T elements[]; } totals;
layout(push_constant) uniform Push { push dispatch; };

void main()
{
    const uint t = gl_LocalInvocationID.x;
    for (uint b = gl_WorkGroupID.x; b * BLOCK_SIZE < dispatch.count; b += gl_NumWorkGroups.x) {
        const T prefix = from_memory(totals.elements[dispatch.totals_offset + b]);
        const uint end = min(dispatch.count, (b + 1) * BLOCK_SIZE);
        for (uint i = b * BLOCK_SIZE + t; i < end; i += WORKGROUP_SIZE) {
            const uint at = dispatch.output_offset + i;
            const T item = from_memory(destination.elements[at]);
            destination.elements[at] = to_memory(combine(prefix, item));
        }
    }
}
