// SPDX-License-Identifier: MIT
// A tile whose slices are those of subgroups, reduced and scanned by subgroup operations.
#ifndef SUBGROUP_TILE_GLSL
#define SUBGROUP_TILE_GLSL

#include "tile/built_in.glsl"
#include "tile/tile.glsl"
#include "vkscan/workgroup.glsl"

uint tile_first_vector()
{
    return gl_SubgroupID * STRIPES * vks_lanes + gl_SubgroupInvocationID;
}

uint slice_threads()
{
    return vks_lanes;
}

uint slice_start(uint tile)
{
    return tile * TILE_VECTORS + gl_SubgroupID * STRIPES * vks_lanes;
}

// Returns the aggregate of this subgroup's slice, in all lanes. If the operator commutes, each lane
// first combines its own elements.
T tile_reduce_slice(uint tile, uint count, V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T value = tile_combine_stripe(items[s], tile, s, count);
        total = combine(total, COMMUTATIVE != 0 ? value : vks_subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? vks_subgroup_reduce(total) : total;
}

// Tells whether this is the thread to which tile_reduce() returns the aggregate.
bool knows_aggregate()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Returns the tile's aggregate, combined in order, in lane 0 of subgroup 0; undefined elsewhere.
T tile_reduce(uint tile, uint count, V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        total = combine(total, vks_subgroup_reduce(tile_combine_stripe(items[s], tile, s, count)));
    return vks_workgroup_reduce(total);
}

// Replaces the vectors by their elements' scan from `prefix`, exclusive or not.
void tile_scan(T prefix, bool exclusive, uint tile, uint count, V items[STRIPES],
               out T_VECTOR results[STRIPES])
{
    T lane_prefix[STRIPES]; // exclusive prefix of this lane's vector within its slice
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        tile_elements(items[s], tile, s, count, results[s]);
        const T inclusive = vks_subgroup_inclusive_scan(combine_items(results[s]));
        lane_prefix[s] = combine(total, vks_subgroup_exclusive_from_inclusive(inclusive));
        total = combine(total, vks_subgroup_last(inclusive));
    }

    const T subgroup_prefix = combine(prefix, vks_workgroup_exclusive_scan(total));
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        scan_items(combine(subgroup_prefix, lane_prefix[s]), exclusive, results[s]);
}

#endif
