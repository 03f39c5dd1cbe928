// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile. Each step combines
// the first half with the second, the first step while loading, the others in shared memory:
// without bank conflicts, but with operands exchanged, so the operator has to be commutative.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "textbook/halves.glsl"

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        load_halves(tile);
        for (uint stride = WORKGROUP_SIZE / 2; stride > 0; stride /= 2) {
            barrier();
            if (t < stride)
                partial[t] = combine(partial[t], partial[HALVES_RIGHT(t, stride)]);
        }
        if (t == 0)
            store(tile, combine(seed(), partial[0]));
    }
}
