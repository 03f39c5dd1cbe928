// SPDX-License-Identifier: MIT
// Reduce and scan over a tile: WORKGROUP_SIZE x ITEMS elements in registers. Each subgroup owns a
// slice of consecutive elements, striped over its lanes, so that its loads and stores are
// coalesced:
//
//            lane 0   lane 1   lane 2   lane 3
//   item 0   x0       x1       x2       x3
//   item 1   x4       x5       x6       x7
//
// To be called in control flow that is uniform for the workgroup. The includer defines what
// subgroup.glsl asks for, and
//
//   ITEMS                          constant: elements per thread
//   T vks_load(uint i)             element i, from where the tile is loaded
//   void vks_store(uint i, T x)    puts it where the tile is stored
//
// Shared memory: WORKGROUP_SIZE + 1 elements, and more if VKS_WORKGROUP_SCANS is defined.
#ifndef VKSCAN_TILE_GLSL
#define VKSCAN_TILE_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "vkscan/workgroup.glsl"

shared T vks_tile_total;

// Position within the tile of this thread's item k.
uint vks_tile_place(uint k)
{
    return (gl_SubgroupID * ITEMS + k) * vks_lanes + gl_SubgroupInvocationID;
}

// The tile that begins at element `first`. Those from `end` on are not loaded, but identities; nor
// are they stored.
void vks_tile_load(uint first, uint end, out T items[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = first + vks_tile_place(k);
        items[k] = identity();
        if (i < end)
            items[k] = vks_load(i);
    }
}

void vks_tile_store(uint first, uint end, T items[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = first + vks_tile_place(k);
        if (i < end)
            vks_store(i, items[k]);
    }
}

// The combination of all items, in order; in lane 0 of subgroup 0, undefined elsewhere.
T vks_tile_reduce(T items[ITEMS])
{
    T total = identity();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        total = combine(total, vks_subgroup_reduce(items[k]));
    return vks_workgroup_reduce(total);
}

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive. Returns the combination of all items, in every thread.
T vks_tile_scan(T prefix, bool exclusive, inout T items[ITEMS])
{
    T before[ITEMS]; // this lane's items, within the slice
    T slice = identity();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const T inclusive = vks_subgroup_inclusive_scan(items[k]);
        before[k] = combine(slice, vks_subgroup_exclusive_from_inclusive(inclusive));
        slice = combine(slice, vks_subgroup_last(inclusive));
    }

    vks_workgroup_exchange(slice);
    if (gl_SubgroupID == 0) {
        const T all = vks_workgroup_scan_slots(0);
        if (gl_SubgroupInvocationID == 0)
            vks_tile_total = all;
    }
    barrier();
    const T slice_prefix = combine(prefix, vks_slots[0][gl_SubgroupID]);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const T item_prefix = combine(slice_prefix, before[k]);
        items[k] = exclusive ? item_prefix : combine(item_prefix, items[k]);
    }
    return vks_tile_total;
}

#endif
