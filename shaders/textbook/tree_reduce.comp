// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile. The first step is
// taken while loading, the others in shared memory, each time first half with second: without bank
// conflicts, but with operands exchanged, so the operator has to be commutative.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/buffers.glsl"
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
                partial[t] = combine(partial[t], partial[t + stride]);
        }
        if (t == 0)
            store(tile, combine(seed(), partial[0]));
    }
}
