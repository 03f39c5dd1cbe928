// SPDX-License-Identifier: MIT
// Reduces and scans elements that heads divide into segments. A partial result is the combination of
// the elements from the last head on, or of all if there is none; so segments cost lanes no further
// value, but a ballot. Sengupta, Harris, Zhang and Owens, "Scan Primitives for GPU Computing", 2007.
#ifndef PARTIAL_GLSL
#define PARTIAL_GLSL

#include "tile/built_in.glsl"
#include "tile/tile.glsl"
#include "vkscan/workgroup.glsl"

struct partial {
    T value;
    bool begins; // has a head
};

#define NOTHING partial(identity(), false)

// Returns the combination of a prefix and what follows.
T follow(T prefix, partial next)
{
    return next.begins ? next.value : combine(prefix, next.value);
}

partial join(partial left, partial right)
{
    return partial(follow(left.value, right), left.begins || right.begins);
}

const uint HEADS_OF_VECTOR = (1u << VECTOR) - 1;

// Returns the heads of a stripe, of those of a tile's stripes.
uint stripe_heads(uint heads, uint s)
{
    return heads >> s * VECTOR & HEADS_OF_VECTOR;
}

// Returns what a segment begins with. It is never -0, to which the +0 of an empty lane may be added.
T segment_start()
{
    return combine(identity(), run_seed());
}

// Returns whether any lane of the mask, such as gl_SubgroupLeMask, passes true.
bool any_lane(bool here, uvec4 mask)
{
    return (subgroupBallot(here) & mask) != uvec4(0);
}

// ---- a vector ----

// Returns the partial result of a vector; `start` is the seed, as a sum begins with it.
partial partial_of(T_VECTOR items, uint heads, T start)
{
    T value = identity();
#define ADD_ITEM(k) value = combine((heads >> (k) & 1) != 0 ? start : value, items[k]);
    EACH_ITEM(ADD_ITEM)
#undef ADD_ITEM
    return partial(value, heads != 0);
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
