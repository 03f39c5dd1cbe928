// SPDX-License-Identifier: MIT
// Reduce and scan over one workgroup, from what each subgroup found. For any number of subgroups:
// with a subgroup size of 4 a workgroup of 256 has 64 of them, with 1 it has 256. Uniform control
// flow within the workgroup is the caller's duty.
#ifndef WORKGROUP_GLSL
#define WORKGROUP_GLSL

#include "vkscan/subgroup.glsl"

#ifndef WORKGROUP_SCANS
#define WORKGROUP_SCANS 1 // at a time
#endif

// One for each subgroup; at worst a subgroup is one lane.
shared T workgroup_slots[WORKGROUP_SCANS][WORKGROUP_SIZE];

// Puts the total of each subgroup, known to its lane 0, in the subgroup's slot.
void workgroup_put(uint scan, T subgroup_total)
{
    if (gl_SubgroupInvocationID == 0)
        workgroup_slots[scan][gl_SubgroupID] = subgroup_total;
}

// The same for all to read.
void workgroup_share(T subgroup_total)
{
    barrier(); // the slots may still be read for the tile before
    workgroup_put(0, subgroup_total);
    barrier();
}

// Of the values in lane 0 of the subgroups, in order; in invocation 0 of subgroup 0, undefined in
// the others.
T workgroup_reduce(T subgroup_total)
{
    T total = identity();

    workgroup_share(subgroup_total);
    if (gl_SubgroupID == 0) {
        for (uint first = 0; first < subgroup_count(); first += subgroup_lanes) {
            const uint slot = first + gl_SubgroupInvocationID;
            const T value = slot < subgroup_count() ? workgroup_slots[0][slot] : identity();
            total = combine(total, subgroup_reduce(value));
        }
    }
    return total;
}

// In subgroup 0: replaces all slots by what precedes them; their total.
T workgroup_scan_slots(uint scan)
{
    T before = identity();
    for (uint first = 0; first < subgroup_count(); first += subgroup_lanes) {
        const uint slot = first + gl_SubgroupInvocationID;
        const T value = slot < subgroup_count() ? workgroup_slots[scan][slot] : identity();
        const T inclusive = subgroup_inclusive_scan(value);
        const T exclusive = subgroup_exclusive_from_inclusive(inclusive);
        if (slot < subgroup_count())
            workgroup_slots[scan][slot] = combine(before, exclusive);
        before = combine(before, subgroup_last(inclusive));
    }
    return before;
}

// The combination of the totals of all subgroups before this one, in every invocation.
T workgroup_exclusive_scan(T subgroup_total)
{
    workgroup_share(subgroup_total);
    if (gl_SubgroupID == 0)
        workgroup_scan_slots(0);
    barrier();
    return workgroup_slots[0][gl_SubgroupID];
}

// The same in two halves. First the total of all subgroups, in subgroup 0; and behind the next
// barrier, that of all before this one. Between one scan in a place and the next must be a barrier.
T workgroup_begin_scan(uint scan, T subgroup_total)
{
    workgroup_put(scan, subgroup_total);
    barrier();
    return gl_SubgroupID == 0 ? workgroup_scan_slots(scan) : identity();
}

T workgroup_prefix(uint scan)
{
    return workgroup_slots[scan][gl_SubgroupID];
}

#endif
