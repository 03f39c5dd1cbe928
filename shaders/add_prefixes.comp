// SPDX-License-Identifier: MIT
// Combines the prefix of each block, from the totals, with every element of the block.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/buffers.glsl"
#include "vkscan/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 2;

const uint BLOCK_SIZE = ITEMS * WORKGROUP_SIZE; // elements

void main()
{
    const uint t = gl_LocalInvocationID.x;
    for (uint b = gl_WorkGroupID.x; b * BLOCK_SIZE < dispatch.count; b += gl_NumWorkGroups.x) {
        const T prefix = load_total(b);
        const uint end = min(dispatch.count, (b + 1) * BLOCK_SIZE);
        for (uint i = b * BLOCK_SIZE + t; i < end; i += WORKGROUP_SIZE)
            store(i, combine(prefix, load(i)));
    }
}
