// SPDX-License-Identifier: MIT
// A tile whose slices are those of subgroups, reduced and scanned by subgroup operations.
#ifndef SUBGROUP_TILE_GLSL
#define SUBGROUP_TILE_GLSL

#include "detail/built_in.glsl"
#include "detail/tile.glsl"
#include "vkscan/workgroup.glsl"

uint tile_vector(uint s)
{
    return (gl_SubgroupID * STRIPES + s) * vks_lanes + gl_SubgroupInvocationID;
}

uint slice_start(uint tile)
{
    return tile * TILE_VECTORS + gl_SubgroupID * STRIPES * vks_lanes;
}

uint slice_vectors()
{
    return STRIPES * vks_lanes;
}

// The aggregate of this subgroup's slice, in all lanes. With a commutative operator, each lane
// first combines its own elements.
T tile_reduce_slice(V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T value = combine_vector(items[s]);
        total = combine(total, COMMUTATIVE != 0 ? value : vks_subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? vks_subgroup_reduce(total) : total;
}

// The tile's aggregate, combined in order; in lane 0 of subgroup 0, undefined elsewhere.
T tile_reduce(V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        total = combine(total, vks_subgroup_reduce(combine_vector(items[s])));
    return vks_workgroup_reduce(total);
}

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void tile_scan(T prefix, bool exclusive, inout V items[STRIPES])
{
    T lane_prefix[STRIPES]; // exclusive prefix of this lane's vector within its slice
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T inclusive = vks_subgroup_inclusive_scan(combine_vector(items[s]));
        lane_prefix[s] = combine(total, vks_subgroup_exclusive_from_inclusive(inclusive));
        total = combine(total, vks_subgroup_last(inclusive));
    }

    const T subgroup_prefix = combine(prefix, vks_workgroup_exclusive_scan(total));
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        items[s] = scan_vector(combine(subgroup_prefix, lane_prefix[s]), exclusive, items[s]);
}

#endif
