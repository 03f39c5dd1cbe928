// SPDX-License-Identifier: MIT
// Counts each tile's keys with each value of the digit. Tiles beyond a count in a buffer have
// counts of 0.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SORTED_BY dispatch.parameter
#include "sort/tile.glsl"

PORT(BINDING_OUTPUT, 4) writeonly buffer Counts { uint words[]; } BOUND(Counts);

shared uint histogram[SORT_DIGITS];

// Counts keys, a thread's neighbours of one digit by one atomic: keys that are sorted already, or
// all the same, would else be one atomic after another at the same place.
void count_keys(K items[ITEMS], uint keys)
{
    uint last = 0;
    uint run = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = digit_of(items[k]);
        if (k * WORKGROUP_SIZE + gl_LocalInvocationID.x < keys) {
            if (digit != last && run > 0) {
                atomicAdd(histogram[last], run);
                run = 0;
            }
            last = digit;
            run++;
        }
    }
    if (run > 0)
        atomicAdd(histogram[last], run);
}

void main()
{
    read_operands();
    for (uint tile = gl_WorkGroupID.x; tile < tile_count(); tile += gl_NumWorkGroups.x) {
        for (uint d = gl_LocalInvocationID.x; d < SORT_DIGITS; d += WORKGROUP_SIZE)
            histogram[d] = 0;
        begin_tile(tile);
        barrier();
        K items[ITEMS];
        load_keys(tile, gl_LocalInvocationID.x, WORKGROUP_SIZE, items);
        count_keys(items, tile_keys(tile));
        barrier();
        for (uint d = gl_LocalInvocationID.x; d < SORT_DIGITS; d += WORKGROUP_SIZE)
            AT(Counts, words, output, 4, dispatch.output_offset + count_place(d, tile)) =
                histogram[d];
        barrier();
    }
}
