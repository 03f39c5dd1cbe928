// SPDX-License-Identifier: MIT
// Scans each block of the input by itself, starting from the seed, and writes the blocks' totals.
// Each invocation scans a segment of its own in order, the segments' totals are scanned by the
// workgroup, and each invocation adds what precedes its segment. Hwu, Kirk and El Hajj,
// "Programming Massively Parallel Processors", 4th edition, section 11.5.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/kogge_stone.glsl"
#include "vkscan/shift.glsl"
#include "vkscan/sweep.glsl"

// Scans segment t where it is; returns its total.
T scan_segment(uint t)
{
    T sum = block[pad(t * ITEMS)];
    for (uint k = 1; k < ITEMS; k++) {
        sum = combine(sum, block[pad(SEGMENT_ITEM(t, ITEMS, k))]);
        block[pad(SEGMENT_ITEM(t, ITEMS, k))] = sum;
    }
    return sum;
}

void add_to_segment(uint t, T before)
{
    for (uint k = 0; k < ITEMS; k++)
        block[pad(SEGMENT_ITEM(t, ITEMS, k))] =
            combine(before, block[pad(SEGMENT_ITEM(t, ITEMS, k))]);
}

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        const uint first = b * BLOCK_SIZE;
        barrier(); // the block before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            block[pad(block_place(k))] = load_operand(first, block_place(k), seed());
        barrier();
        const uint totals_start = kogge_stone(scan_segment(t));
        if (t == 0 && blocks > 1) {
            store_total(b, total_from_last(first, BLOCK_SIZE,
                                           doubled[totals_start + WORKGROUP_SIZE - 1]));
            memoryBarrierBuffer(); // in place, before the element that was read is overwritten
        }
        if (t > 0)
            add_to_segment(t, doubled[totals_start + t - 1]);
        barrier();
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = block_place(k);
            if (first + i < dispatch.count)
                store(first + i, block[pad(i)]);
        }
    }
}
