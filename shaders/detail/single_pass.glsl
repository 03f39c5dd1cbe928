// SPDX-License-Identifier: MIT
// What single-pass scans do with a tile, each step by the whole workgroup: publish its aggregate,
// look back for its prefix (tile_protocol.glsl), store its results.
//
// Tiles are held in registers. When a predecessor is missing, the tile in hand is dropped and later
// scanned stripe by stripe: a fallback that kept it would raise register pressure on the hot path.
#ifndef SINGLE_PASS_GLSL
#define SINGLE_PASS_GLSL

#define VKS_WORKGROUP_SCANS (SCANS + 1) // of the kernel, and a spare one for fallbacks

#define HEAD_PADDED
#include "detail/tile_buffers.glsl"
#include "detail/subgroup_store.glsl"
#include "detail/tile_protocol.glsl"

// The exclusive prefix of this subgroup's slice.
T slice_prefix(uint scan)
{
    return combine(shared_prefixes[scan], vks_workgroup_prefix(scan));
}

// Scans one stripe of this subgroup's slice and adds it to the prefix.
void scan_stripe(inout T_VECTOR items, inout T prefix)
{
    const T inclusive = vks_subgroup_inclusive_scan(combine_items(items));
    const T before = combine(prefix, vks_subgroup_exclusive_from_inclusive(inclusive));
    prefix = combine(prefix, vks_subgroup_last(inclusive));
    scan_items(before, EXCLUSIVE != 0, items);
}

void finish_tile(uint tile, uint scan, V vectors[STRIPES])
{
    T prefix = slice_prefix(scan);
    T_VECTOR items, first_stripe, stripe_before;
    if (tile_has_ends(tile, run_count())) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            tile_elements(vectors[s], tile, s, run_count(), items);
            scan_stripe(items, prefix);
            tile_store_stripe(tile, s, run_count(), items);
        }
    } else if (output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            tile_elements(vectors[s], tile, s, run_count(), items);
            scan_stripe(items, prefix);
            tile_store_whole_stripe(tile, s, items);
        }
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            tile_elements(vectors[s], tile, s, run_count(), items);
            scan_stripe(items, prefix);
            if (s == 0)
                stripe_before = first_stripe = items;
            tile_store_shifted_stripe(tile, s, stripe_before, items);
            stripe_before = items;
        }
        tile_store_ends(tile, first_stripe, stripe_before);
    }
}

// ---- stripe by stripe ----

// Bitwise equal to tile_reduce_slice.
T reduce_slice_by_stripes(uint tile)
{
    T total = identity();
    [[dont_unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T value = tile_combine_stripe(tile_load_stripe(tile, s, run_count()), tile, s,
                                            run_count());
        total = combine(total, COMMUTATIVE != 0 ? value : vks_subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? vks_subgroup_reduce(total) : total;
}

#include "detail/fallback.glsl"

// Computes by fallback whatever is missing. The tile's aggregate may be published already, and is
// again, with the same bits. All threads have read the shared variables.
void finish_tile_by_stripes(uint tile, uint epoch)
{
    const T aggregate = begin_tile(tile, epoch, 0, reduce_slice_by_stripes(tile));
    int missing = -1;
    do { // a single call of exchange_prefixes, which is inlined
        if (missing >= 0)
            fall_back(uint(missing), epoch);
        missing = exchange_prefixes(tile, epoch, 0, aggregate);
    } while (missing >= 0);
    T prefix = slice_prefix(0);
    [[dont_unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(tile_load_stripe(tile, s, run_count()), tile, s, run_count(), items);
        scan_stripe(items, prefix);
        tile_store_stripe(tile, s, run_count(), items);
    }
}

#endif
