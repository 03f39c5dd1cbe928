// SPDX-License-Identifier: MIT
// Scans each block of the input by itself, starting from the seed, and writes the blocks' totals.
// The sweeps give an exclusive scan; an inclusive one combines each result with its own element.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/buffers.glsl"
#include "vkscan/sweep.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        T items[ITEMS];
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            items[k] = load(b * BLOCK_SIZE + block_place(k));

        barrier(); // the block before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            block[pad(block_place(k))] = items[k];
        const T total = up_sweep();
        if (t == 0 && blocks > 1)
            store_total(b, total);
        down_sweep(seed());

        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = block_place(k);
            const T exclusive = block[pad(i)];
            if (b * BLOCK_SIZE + i < dispatch.count)
                store(b * BLOCK_SIZE + i,
                      EXCLUSIVE != 0 ? exclusive : combine(exclusive, items[k]));
        }
    }
}
