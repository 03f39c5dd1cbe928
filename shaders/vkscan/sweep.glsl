// SPDX-License-Identifier: MIT
// Balanced trees over a block in shared memory, without subgroup operations: they run everywhere.
// In every step the first invocations do the work, whatever elements it is on, so that whole
// subgroups fall idle together. The array is padded against bank conflicts. Blelloch, "Prefix Sums
// and Their Applications", 1990, section 3.1; Brent and Kung, "A Regular Layout for Parallel
// Adders", 1982; the padding after Harris, Sengupta and Owens, GPU Gems 3, chapter 39.
#ifndef SWEEP_GLSL
#define SWEEP_GLSL

#include "vkscan/operator.glsl"
#include "vkscan/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 2; // elements of an invocation, a power of two
layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

const uint BLOCK_SIZE = ITEMS * WORKGROUP_SIZE; // elements
const uint PAIRS = (ITEMS + 1) / 2;             // that an invocation combines in a step, at most

shared T block[PAD(BLOCK_SIZE - 1, BANKS) + 1];

uint pad(uint i)
{
    return PAD(i, BANKS);
}

// Place in the block of this invocation's k-th item or pair: neighbours are on neighbouring places.
uint block_place(uint k)
{
    return k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

uint block_count(uint count)
{
    return count / BLOCK_SIZE + uint(count % BLOCK_SIZE != 0);
}

// Leaves in every right child the combination of its subtree; returns the root's to everyone.
T up_sweep()
{
    for (uint stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < PAIRS; k++) {
            const uint t = block_place(k);
            if (t < BLOCK_SIZE / (2 * stride)) {
                const uint right = pad(SWEEP_RIGHT(t, stride));
                block[right] = combine(block[pad(SWEEP_LEFT(t, stride))], block[right]);
            }
        }
    }
    barrier();
    return block[pad(BLOCK_SIZE - 1)];
}

// After an up-sweep, Blelloch: replaces each element by the combination of prefix and all before
// it, an exclusive scan.
void down_sweep(T prefix)
{
    barrier(); // everyone has read the root
    if (gl_LocalInvocationID.x == 0)
        block[pad(BLOCK_SIZE - 1)] = prefix;
    for (uint stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < PAIRS; k++) {
            const uint t = block_place(k);
            if (t < BLOCK_SIZE / (2 * stride)) {
                const uint left = pad(SWEEP_LEFT(t, stride));
                const uint right = pad(SWEEP_RIGHT(t, stride));
                const T subtree = block[left];
                block[left] = block[right];
                block[right] = combine(block[right], subtree);
            }
        }
    }
    barrier();
}

// After an up-sweep, Brent and Kung: hands each finished subtree on to the middle of the next one,
// which gives an inclusive scan.
void hand_on()
{
    for (uint stride = BLOCK_SIZE / 4; stride > 0; stride /= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < PAIRS; k++) {
            const uint t = block_place(k);
            if (t < BLOCK_SIZE / (2 * stride) - 1) {
                const uint to = pad(HAND_ON_TO(t, stride));
                block[to] = combine(block[pad(HAND_ON_FROM(t, stride))], block[to]);
            }
        }
    }
    barrier();
}

#endif
