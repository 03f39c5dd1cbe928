// SPDX-License-Identifier: MIT
// Blelloch's balanced tree over a block of 2 x WORKGROUP_SIZE elements in shared memory, without
// subgroup operations: the baseline that runs everywhere. The array is padded against bank
// conflicts. Blelloch, "Prefix Sums and Their Applications", 1990, section 3.1; the padding after
// Harris, Sengupta and Owens, GPU Gems 3, chapter 39.
#ifndef SWEEP_GLSL
#define SWEEP_GLSL

#include "vkscan/operator.glsl"

layout(local_size_x_id = SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;
layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

const uint BLOCK_SIZE = 2 * WORKGROUP_SIZE; // elements

shared T block[PAD(BLOCK_SIZE - 1, BANKS) + 1];

uint pad(uint i)
{
    return PAD(i, BANKS);
}

uint block_count(uint count)
{
    return count / BLOCK_SIZE + uint(count % BLOCK_SIZE != 0);
}

// Leaves in every right child the combination of its subtree; returns the root's to everyone.
T up_sweep()
{
    const uint t = gl_LocalInvocationID.x;
    for (uint stride = 1; stride <= WORKGROUP_SIZE; stride *= 2) {
        barrier();
        if (t < WORKGROUP_SIZE / stride) {
            const uint right = pad(SWEEP_RIGHT(t, stride));
            block[right] = combine(block[pad(SWEEP_LEFT(t, stride))], block[right]);
        }
    }
    barrier();
    return block[pad(BLOCK_SIZE - 1)];
}

// After an up-sweep: replaces each element by the combination of prefix and all before it.
void down_sweep(T prefix)
{
    const uint t = gl_LocalInvocationID.x;
    barrier(); // everyone has read the root
    if (t == 0)
        block[pad(BLOCK_SIZE - 1)] = prefix;
    for (uint stride = WORKGROUP_SIZE; stride > 0; stride /= 2) {
        barrier();
        if (t < WORKGROUP_SIZE / stride) {
            const uint left = pad(SWEEP_LEFT(t, stride));
            const uint right = pad(SWEEP_RIGHT(t, stride));
            const T subtree = block[left];
            block[left] = block[right];
            block[right] = combine(block[right], subtree);
        }
    }
    barrier();
}

#endif
