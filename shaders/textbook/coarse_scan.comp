// SPDX-License-Identifier: MIT
// Scans each tile of the input by itself, starting from the seed, and stores the tiles' aggregates.
// Each thread scans a segment of its own in order, the workgroup scans the segments' aggregates,
// and each thread adds the prefix of its segment. Hwu, Kirk and El Hajj, "Programming Massively
// Parallel Processors", 4th edition, section 11.5.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/steps.h"
#include "textbook/kogge_stone.glsl"
#include "textbook/shift.glsl"
#include "textbook/shared_tile.glsl"

// Scans segment t in place; returns its aggregate.
T scan_segment(uint t)
{
    T sum = vks_tile[vks_pad(t * ITEMS)];
    for (uint k = 1; k < ITEMS; k++) {
        sum = combine(sum, vks_tile[vks_pad(SEGMENT_ITEM(t, ITEMS, k))]);
        vks_tile[vks_pad(SEGMENT_ITEM(t, ITEMS, k))] = sum;
    }
    return sum;
}

void add_to_segment(uint t, T before)
{
    for (uint k = 0; k < ITEMS; k++)
        vks_tile[vks_pad(SEGMENT_ITEM(t, ITEMS, k))] =
            combine(before, vks_tile[vks_pad(SEGMENT_ITEM(t, ITEMS, k))]);
}

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        const uint first = tile * TILE_SIZE;
        barrier(); // the tile before has been read
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            vks_tile[vks_pad(vks_place(k))] = load_operand(first, vks_place(k), seed());
        barrier();
        const uint totals_start = kogge_stone(scan_segment(t));
        const T last = doubled[totals_start + WORKGROUP_SIZE - 1];
        if (t == 0 && tiles > 1)
            store_aggregate(tile, aggregate_from_last(first, TILE_SIZE, last));
        memoryBarrierBuffer(); // in place, before the element that was read is overwritten
        if (t > 0)
            add_to_segment(t, doubled[totals_start + t - 1]);
        barrier();
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = vks_place(k);
            if (first + i < dispatch.count)
                store(first + i, vks_tile[vks_pad(i)]);
        }
    }
}
