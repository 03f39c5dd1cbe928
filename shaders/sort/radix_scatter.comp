// SPDX-License-Identifier: MIT
// Sorts each tile by its keys' digit, stably, and stores it so that equal digits are consecutive.
//
// With subgroup operations each subgroup ranks a slice of the tile, one key a lane at a time: by
// ballots over the digit's bits, or by masks, a lane knows the lanes with keys of its digit. A
// onesweep is this kernel with a look-back. Adinets and Merrill, "Onesweep: A Faster Least
// Significant Digit Radix Sort for GPUs", 2022. Without subgroup operations the tile is split by
// two bits at a time: Satish, Harris and Garland, "Designing Efficient Sorting Algorithms for
// Manycore GPUs", 2009.
#version 450
#extension GL_GOOGLE_include_directive : require

#ifdef VALUES_SUBGROUPS
#define VALUES
#define SUBGROUPS
#endif

#ifdef SUBGROUPS
#include "sort/by_ballots.glsl"
#else
#include "sort/by_splits.glsl"
#endif

void main()
{
    read_operands();
#ifdef SUBGROUPS
    sort_or_copy_tiles();
#else
    for (uint tile = gl_WorkGroupID.x; tile < tile_count(); tile += gl_NumWorkGroups.x)
        sort_tile(tile);
#endif
}
