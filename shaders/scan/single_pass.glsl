// SPDX-License-Identifier: MIT
// What lookback_scan and lookahead_scan share beside the protocol (tile_protocol.glsl): the aggregate
// of a loaded tile, and the scan and stores of its elements once its prefix is known.
//
// Tiles are held in registers. When a predecessor is missing, the tile in hand is dropped: the
// predecessor takes its registers and its place in the code, and then the dropped tile is loaded
// again. A fallback beside the tile in hand would raise register pressure on the hot path, and take
// as long to compile.
#ifndef SINGLE_PASS_GLSL
#define SINGLE_PASS_GLSL

#define VKS_WORKGROUP_SCANS SCANS

#define HEAD_PADDED
#include "tile/store.glsl"
#include "tile/subgroup_store.glsl"
#define RESET_OWN_WORDS
#include "pass/tile_state.glsl"

T run_seed(); // port/operands.glsl
#define FIRST_PREFIX run_seed()
#include "lookback.glsl"
#include "hooks/publish.glsl"

#include "pass/tile_protocol.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

// Returns the exclusive prefix of this subgroup's slice.
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

#ifdef STRIPES_ARE_ROLLED // a loop over stripes moves them through the registers of the first
#define FOR_EACH_STRIPE(s) [[dont_unroll]] for (uint s = 0; s < STRIPES; s++)
#define TAKE_STRIPE(v, vectors, s)                                                                 \
    const V v = vectors[0];                                                                        \
    [[unroll]] for (uint k = 1; k < STRIPES; k++)                                                  \
        vectors[k - 1] = vectors[k];
#else
#define FOR_EACH_STRIPE(s) [[unroll]] for (uint s = 0; s < STRIPES; s++)
#define TAKE_STRIPE(v, vectors, s) const V v = vectors[s];
#endif

// Slices with ends and misaligned slices share a path beside that of full, aligned ones. A stripe
// that is much code is compiled once there.
void finish_rare_tile(uint tile, bool has_ends, T prefix, V vectors[STRIPES])
{
    T_VECTOR items, first_stripe, stripe_before;
    FOR_EACH_STRIPE(s)
    {
        TAKE_STRIPE(v, vectors, s)
        tile_elements(v, tile, s, run_count(), items);
        scan_stripe(items, prefix);
        if (s == 0)
            stripe_before = first_stripe = items;
        if (has_ends)
            tile_store_stripe(tile, s, run_count(), items);
        else
            tile_store_shifted_stripe(tile, s, stripe_before, items);
        stripe_before = items;
    }
    if (!has_ends)
        tile_store_ends(tile, first_stripe, stripe_before);
}

void finish_tile(uint tile, uint scan, V vectors[STRIPES])
{
    const bool has_ends = tile_has_ends(tile, run_count());
    T prefix = slice_prefix(scan);
    if (!has_ends && output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            T_VECTOR items;
            tile_elements(vectors[s], tile, s, run_count(), items);
            scan_stripe(items, prefix);
            tile_store_whole_stripe(tile, s, items);
        }
    } else {
        finish_rare_tile(tile, has_ends, prefix, vectors);
    }
}

// Publishes the aggregate of a loaded tile, this workgroup's own or by fallback a missing
// predecessor's, and returns it in subgroup 0.
T begin_loaded_tile(uint tile, uint epoch, uint scan, T slice_total, bool falls_back)
{
    T aggregate = identity();
    vks_workgroup_put(scan, slice_total);
    if (falls_back)
        device_barrier(); // the tile's elements are loaded before its state is
    barrier();
    if (gl_SubgroupID == 0)
        aggregate = publish_aggregate(tile, epoch, scan, falls_back);
    if (falls_back)
        barrier(); // the slots have been read
    return aggregate;
}

#endif
