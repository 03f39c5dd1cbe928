// SPDX-License-Identifier: MIT
// Scans the partial results of a subgroup's lanes, by a ballot of their heads, and of a workgroup's
// subgroups.
#ifndef SEGMENT_LANES_GLSL
#define SEGMENT_LANES_GLSL

#include "tile/built_in.glsl"
#include "segments/partial.glsl"
#include "vkscan/workgroup.glsl"

// Returns whether any lane of the mask, such as gl_SubgroupLeMask, passes true.
bool any_lane(bool here, uvec4 mask)
{
    return (subgroupBallot(here) & mask) != uvec4(0);
}

// ---- a subgroup ----

// Scans the lanes: each adds what lies between it and the nearest head at or before it.
partial subgroup_scan(partial own)
{
    const uvec4 heads = subgroupBallot(own.begins) & gl_SubgroupLeMask;
    const bool begins = heads != uvec4(0);
    const uint first = begins ? subgroupBallotFindMSB(heads) : 0;
    T value = own.value;
    for (uint stride = 1; stride < vks_lanes; stride *= 2) {
        const T before = VKS_SHUFFLE_UP(value, stride);
        if (gl_SubgroupInvocationID >= first + stride)
            value = combine(before, value);
    }
    return partial(value, begins);
}

// Return from an inclusive scan what lies before this lane, and the last lane's, in all lanes.
partial before_lane(partial inclusive)
{
    return partial(vks_subgroup_exclusive_from_inclusive(inclusive.value),
                   any_lane(inclusive.begins, gl_SubgroupLtMask));
}

partial last_of_lanes(partial inclusive)
{
    return partial(vks_subgroup_last(inclusive.value), any_lane(inclusive.begins, uvec4(~0u)));
}

// Returns the total of all lanes in all lanes, by a scan rather than vks_subgroup_reduce: NVIDIA's
// driver 580 keeps the result of a reduction in a uniform register, which held another value here.
T in_all_lanes(T value)
{
    return vks_subgroup_last(vks_subgroup_inclusive_scan(value));
}

#include "segment_order.glsl"

// ---- a workgroup: vks_slots of vkscan/workgroup.glsl, and whether each has a head ----

shared uint slot_begins[WORKGROUP_SIZE];

void put_slot(partial total)
{
    if (gl_SubgroupInvocationID == 0) {
        vks_slots[0][gl_SubgroupID] = total.value;
        slot_begins[gl_SubgroupID] = uint(total.begins);
    }
}

partial slot_at(uint slot)
{
    return partial(vks_slots[0][slot], slot_begins[slot] != 0);
}

// Replaces each slot by the partial result of the slots before it, and returns that of all. Subgroup
// 0 calls this, after a barrier.
partial scan_slots()
{
    partial before = NOTHING;
    for (uint first = 0; first < vks_subgroup_count(); first += vks_lanes) {
        const uint slot = first + gl_SubgroupInvocationID;
        const bool exists = slot < vks_subgroup_count();
        partial own = NOTHING;
        if (exists)
            own = slot_at(slot);
        const partial inclusive = subgroup_scan(own);
        const partial own_before = join(before, before_lane(inclusive));
        if (exists) {
            vks_slots[0][slot] = own_before.value;
            slot_begins[slot] = uint(own_before.begins);
        }
        before = join(before, last_of_lanes(inclusive));
    }
    return before;
}

#endif
