// SPDX-License-Identifier: MIT
// Reduces and scans over one workgroup, from the total of each subgroup. There may be any number of
// subgroups: with a subgroup size of 4 a workgroup of 256 has 64 of them, with 1 it has 256. The
// functions are called in control flow that is uniform for the workgroup. The includer defines what
// subgroup.glsl asks for.
//
//   vks_workgroup_reduce(vks_subgroup_reduce(x))   one element per thread: the workgroup's total
//
//   inclusive = vks_subgroup_inclusive_scan(x)     its scan, here the exclusive one
//   before = vks_workgroup_exclusive_scan(vks_subgroup_last(inclusive))
//   combine(before, vks_subgroup_exclusive_from_inclusive(inclusive))
//
// Shared memory: VKS_WORKGROUP_SCANS x WORKGROUP_SIZE elements, for all calls together.
#ifndef VKSCAN_WORKGROUP_GLSL
#define VKSCAN_WORKGROUP_GLSL

#include "vkscan/subgroup.glsl"

#ifndef VKS_WORKGROUP_SCANS
#define VKS_WORKGROUP_SCANS 1 // in flight at once
#endif

// A slot for each subgroup; at worst a subgroup is one lane.
shared T vks_slots[VKS_WORKGROUP_SCANS][WORKGROUP_SIZE];

// Puts the total of each subgroup, known to its lane 0, in the subgroup's slot.
void vks_workgroup_put(uint scan, T subgroup_total)
{
    if (gl_SubgroupInvocationID == 0)
        vks_slots[scan][gl_SubgroupID] = subgroup_total;
}

// Puts the totals as vks_workgroup_put() does, and makes them visible to the whole workgroup.
void vks_workgroup_exchange(T subgroup_total)
{
    barrier(); // the slots of the tile before have been read
    vks_workgroup_put(0, subgroup_total);
    barrier();
}

// Returns the combination of the subgroups' totals, in order, in lane 0 of subgroup 0; undefined
// elsewhere.
T vks_workgroup_reduce(T subgroup_total)
{
    T total = identity();

    vks_workgroup_exchange(subgroup_total);
    if (gl_SubgroupID == 0) {
        for (uint first = 0; first < vks_subgroup_count(); first += vks_lanes) {
            const uint slot = first + gl_SubgroupInvocationID;
            const T value = slot < vks_subgroup_count() ? vks_slots[0][slot] : identity();
            total = combine(total, vks_subgroup_reduce(value));
        }
    }
    return total;
}

// Replaces each slot by the combination of the slots before it, and returns that of all. Subgroup 0
// calls it.
T vks_workgroup_scan_slots(uint scan)
{
    T before = identity();
    for (uint first = 0; first < vks_subgroup_count(); first += vks_lanes) {
        const uint slot = first + gl_SubgroupInvocationID;
        const T value = slot < vks_subgroup_count() ? vks_slots[scan][slot] : identity();
        const T inclusive = vks_subgroup_inclusive_scan(value);
        const T exclusive = vks_subgroup_exclusive_from_inclusive(inclusive);
        if (slot < vks_subgroup_count())
            vks_slots[scan][slot] = combine(before, exclusive);
        before = combine(before, vks_subgroup_last(inclusive));
    }
    return before;
}

// Returns the combination of the totals of all subgroups before this one, in every thread.
T vks_workgroup_exclusive_scan(T subgroup_total)
{
    vks_workgroup_exchange(subgroup_total);
    if (gl_SubgroupID == 0)
        vks_workgroup_scan_slots(0);
    barrier();
    return vks_slots[0][gl_SubgroupID];
}

// These two calls do what vks_workgroup_exclusive_scan() does. The first returns the combination of
// all subgroups, in subgroup 0; after the next barrier, the second returns that of the subgroups
// before this one. A barrier must lie between two scans in the same slots.
T vks_workgroup_begin_scan(uint scan, T subgroup_total)
{
    vks_workgroup_put(scan, subgroup_total);
    barrier();
    return gl_SubgroupID == 0 ? vks_workgroup_scan_slots(scan) : identity();
}

T vks_workgroup_prefix(uint scan)
{
    return vks_slots[scan][gl_SubgroupID];
}

#endif
