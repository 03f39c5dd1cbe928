// SPDX-License-Identifier: MIT
// Scans each block of the input by itself, starting from the seed, and writes the blocks' totals.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/kogge_stone.glsl"
#include "vkscan/shift.glsl"

const uint BLOCK_SIZE = WORKGROUP_SIZE; // elements

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = dispatch.count / BLOCK_SIZE + uint(dispatch.count % BLOCK_SIZE != 0);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        const uint first = b * BLOCK_SIZE;
        const T operand = load_operand(first, t, seed());
        barrier(); // the block before has been read
        const T result = doubled[kogge_stone(operand) + t];
        if (t == WORKGROUP_SIZE - 1 && blocks > 1)
            store_total(b, total_from_last(first, BLOCK_SIZE, result));
        if (first + t < dispatch.count)
            store(first + t, result);
    }
}
