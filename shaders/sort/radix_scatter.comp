// SPDX-License-Identifier: MIT
// Sorts each tile by its keys' digit, stably, and stores it so that equal digits are consecutive.
// Needs no subgroup operations; with them onesweep.comp does the same.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "sort/by_splits.glsl"

void main()
{
    read_operands();
    for (uint tile = gl_WorkGroupID.x; tile < tile_count(); tile += gl_NumWorkGroups.x) {
        begin_tile(tile);
        sort_tile(tile);
    }
}
