// SPDX-License-Identifier: MIT
// Reduces each block of the input to one element of the output: seed (+) block.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/sweep.glsl"

layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
layout(push_constant) uniform Push { push dispatch; };

T load(uint index)
{
    return index < dispatch.count ? from_memory(source.elements[dispatch.input_offset + index])
                                  : identity();
}

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = max(block_count(dispatch.count), 1); // an empty input gives the seed
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        barrier(); // the block before has been read
        block[pad(t)] = load(b * BLOCK_SIZE + t);
        block[pad(t + WORKGROUP_SIZE)] = load(b * BLOCK_SIZE + t + WORKGROUP_SIZE);
        const T total = up_sweep();
        if (t == 0)
            destination.elements[dispatch.output_offset + b] =
                to_memory(combine(from_bits(dispatch.seed), total));
    }
}
