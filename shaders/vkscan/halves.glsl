// SPDX-License-Identifier: MIT
// A block of two elements an invocation, of which the first half has taken in the second on its way
// into shared memory.
#ifndef HALVES_GLSL
#define HALVES_GLSL

#include "vkscan/buffers.glsl"
#include "vkscan/workgroup_size.glsl"

const uint BLOCK_SIZE = 2 * WORKGROUP_SIZE; // elements

shared T partial[WORKGROUP_SIZE];

// At least one: an empty input gives the seed.
uint block_count(uint count)
{
    return max(count / BLOCK_SIZE + uint(count % BLOCK_SIZE != 0), 1);
}

void load_halves(uint b)
{
    const uint t = gl_LocalInvocationID.x;
    const uint i = b * BLOCK_SIZE + t;
    const T value = combine(load(i), load(i + WORKGROUP_SIZE));
    barrier(); // the block before has been read
    partial[t] = value;
}

#endif
