// SPDX-License-Identifier: MIT
// Balanced trees over a tile in shared memory, without subgroup operations: they run everywhere. In
// every step the first threads do the work, wherever its elements are, so that whole subgroups fall
// idle together. The array is padded against bank conflicts. Blelloch, "Prefix Sums and Their
// Applications", 1990, section 3.1; the padding after Harris, Sengupta and Owens, GPU Gems 3,
// chapter 39.
//
// The includer defines, before it includes this,
//
//   T                            the element
//   T combine(T left, T right)   an associative operator; it need not commute
//   WORKGROUP_SIZE               constant: threads of a workgroup, a power of two, in one dimension
//   TILE_SIZE                    constant: elements of the tile, WORKGROUP_SIZE times a power of two
//   BANKS                        constant: of shared memory, usually 32; an element after as many
//                                is left unused
//
// and may define
//
//   VKS_LEAF                     constant: elements of a leaf of the tree, 1 unless defined. The
//                                sweeps access only its last one, where a thread has put what it
//                                combined by itself. TILE_SIZE is then a multiple of so many
//
// puts element i of its tile into vks_tile[vks_pad(i)], sweeps, and finds results there. The sweeps
// begin and end with a barrier; they are called in control flow that is uniform for the workgroup.
//
// Shared memory: TILE_SIZE + (TILE_SIZE - 1) / BANKS elements.
#ifndef VKSCAN_SWEEP_GLSL
#define VKSCAN_SWEEP_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "vkscan/sweep.h"

#ifndef VKS_LEAF
#define VKS_LEAF 1
#endif

// The most pairs that a thread combines in a step.
const uint VKS_PAIRS = (TILE_SIZE / (WORKGROUP_SIZE * VKS_LEAF) + 1) / 2;

shared T vks_tile[VKS_PAD(TILE_SIZE - 1, BANKS) + 1];

// Returns the index of the tile's element i in vks_tile.
uint vks_pad(uint i)
{
    return VKS_PAD(i, BANKS);
}

// Returns this thread's k-th element or pair of the tile: neighbours have neighbouring ones.
uint vks_place(uint k)
{
    return k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

// Takes the steps up whose strides are below `end`.
void vks_up_steps(uint end)
{
    for (uint stride = VKS_LEAF; stride < end; stride *= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < VKS_PAIRS; k++) {
            const uint t = vks_place(k);
            if (t < TILE_SIZE / (2 * stride)) {
                const uint right = vks_pad(VKS_SWEEP_RIGHT(t, stride));
                vks_tile[right] =
                    combine(vks_tile[vks_pad(VKS_SWEEP_LEFT(t, stride))], vks_tile[right]);
            }
        }
    }
}

// The steps down, from stride `first` on.
void vks_down_steps(uint first)
{
    for (uint stride = first; stride >= VKS_LEAF; stride /= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < VKS_PAIRS; k++) {
            const uint t = vks_place(k);
            if (t < TILE_SIZE / (2 * stride)) {
                const uint left = vks_pad(VKS_SWEEP_LEFT(t, stride));
                const uint right = vks_pad(VKS_SWEEP_RIGHT(t, stride));
                const T subtree = vks_tile[left];
                vks_tile[left] = vks_tile[right];
                vks_tile[right] = combine(vks_tile[right], subtree);
            }
        }
    }
    barrier();
}

// Leaves in every right child the combination of its subtree; returns the root's to every thread.
T vks_up_sweep()
{
    vks_up_steps(TILE_SIZE);
    barrier();
    return vks_tile[vks_pad(TILE_SIZE - 1)];
}

// After an up-sweep: replaces each leaf by the combination of prefix and all leaves before it, an
// exclusive scan.
void vks_down_sweep(T prefix)
{
    barrier(); // the root has been read
    if (gl_LocalInvocationID.x == 0)
        vks_tile[vks_pad(TILE_SIZE - 1)] = prefix;
    vks_down_steps(TILE_SIZE / 2);
}

// Both sweeps of two leaves or more, without what only the root's value needs: a step and two
// barriers.
void vks_scan_sweep(T prefix)
{
    vks_up_steps(TILE_SIZE / 2);
    barrier();
    if (gl_LocalInvocationID.x == 0) {
        const uint left = vks_pad(TILE_SIZE / 2 - 1);
        vks_tile[vks_pad(TILE_SIZE - 1)] = combine(prefix, vks_tile[left]);
        vks_tile[left] = prefix;
    }
    vks_down_steps(TILE_SIZE / 4);
}

#endif
