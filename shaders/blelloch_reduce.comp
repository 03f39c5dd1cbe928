// SPDX-License-Identifier: MIT
// Reduces each block of the input to one element of the output: seed (+) block.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/buffers.glsl"
#include "vkscan/sweep.glsl"

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = max(block_count(dispatch.count), 1); // an empty input gives the seed
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        barrier(); // the block before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            block[pad(block_place(k))] = load(b * BLOCK_SIZE + block_place(k));
        const T total = up_sweep();
        if (t == 0)
            store(b, combine(seed(), total));
    }
}
