// SPDX-License-Identifier: MIT
// Scans each block of the input by itself, starting from the seed, and writes the blocks' totals.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/shift.glsl"
#include "vkscan/sweep.glsl"

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        const uint first = b * BLOCK_SIZE;
        barrier(); // the block before has been read
        for (uint i = t; i < BLOCK_SIZE; i += WORKGROUP_SIZE)
            block[pad(i)] = load_operand(first, i, seed());
        const T last = up_sweep();
        if (t == 0 && blocks > 1)
            store_total(b, total_from_last(first, BLOCK_SIZE, last));
        hand_on();
        for (uint i = t; i < BLOCK_SIZE && first + i < dispatch.count; i += WORKGROUP_SIZE)
            store(first + i, block[pad(i)]);
    }
}
