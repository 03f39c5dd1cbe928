// SPDX-License-Identifier: MIT
// A tile whose elements are scanned from each head on, in shared memory: there the last element of a
// segment has its value. A subgroup's slice within one segment is only reduced.
#ifndef TILE_SEGMENTS_GLSL
#define TILE_SEGMENTS_GLSL

#include "segments/partial.glsl"
#include "segment_shared.glsl"

shared SHARED_T scanned[TILE_SIZE];

// Returns the place of an element of the tile: the lanes of a subgroup store side by side.
uint scanned_place(uint element)
{
    return element % VECTOR * TILE_VECTORS + element / VECTOR;
}

// ---- slices: their partial results, and then what lies before each in the tile ----

const uint SLICES = WORKGROUP_SIZE / VKS_DIVISOR; // at most

shared T slice_values[SLICES];
shared uint slice_begins[SLICES];

void put_slice(partial total)
{
    if (gl_SubgroupInvocationID == 0) {
        slice_values[gl_SubgroupID] = total.value;
        slice_begins[gl_SubgroupID] = uint(total.begins);
    }
}

// Replaces each slice by the partial result of the slices before it, and returns that of all.
// Subgroup 0 calls this, after a barrier.
partial scan_slices()
{
    partial before = NOTHING;
    for (uint first = 0; first < vks_subgroup_count(); first += vks_lanes) {
        const uint slice = first + gl_SubgroupInvocationID;
        const bool exists = slice < vks_subgroup_count();
        partial own = NOTHING;
        if (exists)
            own = partial(slice_values[slice], slice_begins[slice] != 0);
        const partial inclusive = subgroup_scan(own);
        if (exists)
            slice_values[slice] = follow(before.value, before_lane(inclusive));
        before = join(before, last_of_lanes(inclusive));
    }
    return before;
}

// ---- elements ----

// Returns the partial result of a slice that has no head but at its first element, and stores it as
// the value of the last one.
partial reduce_one_segment(uint tile, bool begins, V vectors[STRIPES])
{
    const uint end = min((slice_start(tile) + STRIPES * vks_lanes) * VECTOR, run_count());
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        total = combine(total,
                        OF_STRIPE(tile_combine_stripe(vectors[s], tile, s, run_count())));
    total = OF_SLICE(total);
    total = begins ? combine(segment_start(), total) : total;
    if (gl_SubgroupInvocationID == 0 && end > slice_start(tile) * VECTOR)
        scanned[scanned_place(end - 1 - tile * TILE_SIZE)] = TO_SHARED(total);
    return partial(total, begins);
}

// Scans a slice and returns its partial result.
partial scan_slice(uint tile, uint heads, V vectors[STRIPES])
{
    const T start = segment_start();
    partial total = NOTHING;
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const uint own = stripe_heads(heads, s);
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
        const partial inclusive = subgroup_scan(partial_of(items, own, start));
        T value = follow(total.value, before_lane(inclusive));
#define SCAN_ITEM(k)                                                                               \
    value = combine((own >> (k) & 1) != 0 ? start : value, items[k]);                              \
    scanned[(k) * TILE_VECTORS + tile_vector(s)] = TO_SHARED(value);
        EACH_ITEM(SCAN_ITEM)
#undef SCAN_ITEM
        total = join(total, last_of_lanes(inclusive));
    }
    return total;
}

// Scans a tile, whose heads each thread has as VECTOR bits for each of its vectors, and returns its
// partial result in subgroup 0. All threads may read values after the next barrier.
partial scan_tile(uint tile, uint heads, V vectors[STRIPES])
{
    const bool is_first = gl_SubgroupInvocationID == 0;
    partial aggregate = NOTHING;
    if (subgroupBallot(is_first ? heads > 1 : heads != 0) != uvec4(0))
        put_slice(scan_slice(tile, heads, vectors));
    else
        put_slice(reduce_one_segment(tile, subgroupBallot(heads != 0) != uvec4(0), vectors));
    barrier();
    if (gl_SubgroupID == 0)
        aggregate = scan_slices();
    return aggregate;
}

// Returns the value of a segment up to an element of the tile, from its head or the tile's start on.
T value_at(uint tile, uint segment, uint element)
{
    const uint slice_size = STRIPES * VECTOR * vks_lanes;
    const uint slice = (element - tile * TILE_SIZE) / slice_size;
    const T value = FROM_SHARED(scanned[scanned_place(element - tile * TILE_SIZE)]);
    return segment < tile * TILE_SIZE + slice * slice_size ? combine(slice_values[slice], value)
                                                           : value;
}

#endif
