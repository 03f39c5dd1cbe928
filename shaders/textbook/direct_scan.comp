// SPDX-License-Identifier: MIT
// Scans everything by n^2 / 2 combinations: each thread combines all elements before its own by
// itself. Threads read what others would overwrite, so input and output must not be the same. An
// iteration combines several elements, as Mesa's lavapipe ends any loop after 65,535 iterations.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

const uint PER_TURN = 8;

T combine_all(uint end)
{
    T sum = seed();
    for (uint first = 0; first < end; first += PER_TURN)
        [[unroll]] for (uint k = 0; k < PER_TURN; k++)
            if (first + k < end)
                sum = combine(sum, load(first + k));
    return sum;
}

void main()
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < dispatch.count; i += threads)
        store(i, combine_all(EXCLUSIVE != 0 ? i : i + 1));
}
