// SPDX-License-Identifier: MIT
// Reduce and scan over one workgroup, from what each subgroup found. For any number of subgroups:
// with a subgroup size of 4 a workgroup of 256 has 64 of them, with 1 it has 256. Uniform control
// flow within the workgroup is the caller's duty.
#ifndef WORKGROUP_GLSL
#define WORKGROUP_GLSL

#include "vkscan/subgroup.glsl"
#include "vkscan/workgroup_size.glsl"

shared T workgroup_slots[WORKGROUP_SIZE]; // one for each subgroup; at worst a subgroup is one lane

// Puts the total of each subgroup, known to its lane 0, in the subgroup's slot for all to read.
void workgroup_share(T subgroup_total)
{
    barrier(); // the slots may still be read for the tile before
    if (gl_SubgroupInvocationID == 0)
        workgroup_slots[gl_SubgroupID] = subgroup_total;
    barrier();
}

// Of the values in lane 0 of the subgroups, in order; in invocation 0 of subgroup 0, undefined in
// the others.
T workgroup_reduce(T subgroup_total)
{
    T total = identity();

    workgroup_share(subgroup_total);
    if (gl_SubgroupID == 0) {
        for (uint first = 0; first < gl_NumSubgroups; first += subgroup_lanes) {
            const uint slot = first + gl_SubgroupInvocationID;
            const T value = slot < gl_NumSubgroups ? workgroup_slots[slot] : identity();
            total = combine(total, subgroup_reduce(value));
        }
    }
    return total;
}

// The combination of the totals of all subgroups before this one, in every invocation.
T workgroup_exclusive_scan(T subgroup_total)
{
    workgroup_share(subgroup_total);
    if (gl_SubgroupID == 0) {
        T before = identity();
        for (uint first = 0; first < gl_NumSubgroups; first += subgroup_lanes) {
            const uint slot = first + gl_SubgroupInvocationID;
            const T value = slot < gl_NumSubgroups ? workgroup_slots[slot] : identity();
            const T inclusive = subgroup_inclusive_scan(value);
            const T exclusive = subgroup_exclusive_from_inclusive(inclusive);
            if (slot < gl_NumSubgroups)
                workgroup_slots[slot] = combine(before, exclusive);
            before = combine(before, subgroup_last(inclusive));
        }
    }
    barrier();
    return workgroup_slots[gl_SubgroupID];
}

#endif
