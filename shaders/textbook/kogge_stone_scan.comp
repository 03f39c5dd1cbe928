// SPDX-License-Identifier: MIT
// Scans each tile of the input by itself, starting from the seed, and stores the tiles' aggregates.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/kogge_stone.glsl"
#include "textbook/shift.glsl"

const uint TILE_SIZE = WORKGROUP_SIZE; // elements

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = dispatch.count / TILE_SIZE + uint(dispatch.count % TILE_SIZE != 0);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        const uint first = tile * TILE_SIZE;
        const T operand = load_operand(first, t, seed());
        barrier(); // the tile before has been read
        const T result = doubled[kogge_stone(operand) + t];
        if (t == WORKGROUP_SIZE - 1 && tiles > 1)
            store_aggregate(tile, aggregate_from_last(first, TILE_SIZE, result));
        if (first + t < dispatch.count)
            store(first + t, result);
    }
}
