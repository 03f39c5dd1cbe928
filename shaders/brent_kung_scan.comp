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
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            block[pad(block_place(k))] = load_operand(first, block_place(k), seed());
        const T last = up_sweep();
        if (t == 0 && blocks > 1) {
            store_total(b, total_from_last(first, BLOCK_SIZE, last));
            memoryBarrierBuffer(); // in place, before the element that was read is overwritten
        }
        hand_on();
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = block_place(k);
            if (first + i < dispatch.count)
                store(first + i, block[pad(i)]);
        }
    }
}
