// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, like lookback_scan; but each workgroup loads its next tile and
// publishes that tile's aggregate before it waits for the prefix of the tile in hand. The loads are
// in flight during the look-back, and a tile's aggregate is published well before it is polled. The
// first look-back polls once; a workgroup waits only after it has published the next aggregate. If
// the prefix stays missing, both tiles are dropped for the missing predecessor (single_pass.glsl),
// and loaded again.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2
#include "scan/single_pass.glsl"

// Two forms of the same steps. In the first, an outer loop loads a workgroup's first tile and
// missing predecessors. It takes fewer registers, without which NVIDIA's driver 580 leaves room for
// half of the workgroups with these elements (docs/diary, Light kernels). The second, a single
// loop, is compiled in two thirds of the time.
#if defined(ROUNDS) && !defined(CLASS_half) && !defined(CLASS_words2)

void scan_all(uint tile, uint epoch)
{
    uint next = NO_TILE; // the tile after it, if its ticket is taken
    int missing = -1;    // predecessor whose tile state is missing
    uint scan = 0;
    while (tile != NO_TILE) {
        const bool falls_back = missing >= 0;
        const uint loading = falls_back ? uint(missing) : tile;
        V items[STRIPES];
        tile_load(loading, run_count(), items);
        T aggregate =
            begin_loaded_tile(loading, epoch, scan,
                              tile_reduce_slice(loading, run_count(), items), falls_back);
        missing = -1;
        bool goes_on = !falls_back;
        while (goes_on) {
            V next_items[STRIPES];
            T next_aggregate = identity();
            if (next == NO_TILE)
                next = next_tile();
            const bool more = next != NO_TILE;
            if (more)
                tile_load(next, run_count(), next_items);
            if (next == NO_TILE) // an `else` costs a quarter of the speed with NVIDIA driver 580
                leave_run(epoch);
            seek_prefix(tile, epoch, scan, aggregate, POLL_ONCE);
            if (more)
                vks_workgroup_put(1 - scan, tile_reduce_slice(next, run_count(), next_items));
            barrier();
            missing = missing_predecessor(scan);
            if (more && gl_SubgroupID == 0)
                next_aggregate = publish_aggregate(next, epoch, 1 - scan, false);
            if (missing >= 0) {
                barrier();
                missing = exchange_prefixes(tile, epoch, scan, aggregate);
            }
            goes_on = missing < 0;
            if (goes_on) {
                finish_tile(tile, scan, items);
                tile = next;
                next = NO_TILE;
                aggregate = next_aggregate;
                scan = 1 - scan;
                [[unroll]] for (uint s = 0; s < STRIPES; s++)
                    items[s] = next_items[s];
                goes_on = more;
            }
        }
    }
}

#else

void scan_all(uint loading, uint epoch)
{
    uint tile = NO_TILE; // in hand: its aggregate is published
    V items[STRIPES];
    T aggregate = identity();
    uint dropped = NO_TILE, after = NO_TILE; // by the fallback: the tile in hand, the next
    bool falls_back = false;
    uint scan = 0;
    bool goes_on = loading != NO_TILE;
    while (goes_on) {
        V next_items[STRIPES];
        T next_aggregate = identity();
        int missing = -1; // predecessor whose tile state is missing
        if (loading == NO_TILE)
            loading = next_tile();
        const bool more = loading != NO_TILE;
        if (more)
            tile_load(loading, run_count(), next_items);
        if (!more) // no `else`, as above
            leave_run(epoch);
        if (tile != NO_TILE)
            seek_prefix(tile, epoch, scan, aggregate, POLL_ONCE);
        if (more)
            vks_workgroup_put(1 - scan, tile_reduce_slice(loading, run_count(), next_items));
        if (falls_back)
            memoryBarrierBuffer(); // the tile's elements are loaded before its state is; no
                                   // device_barrier(): docs/algorithms.md, Memory model
        barrier();
        if (tile != NO_TILE)
            missing = missing_predecessor(scan);
        if (more && gl_SubgroupID == 0)
            next_aggregate = publish_aggregate(loading, epoch, 1 - scan, falls_back);
        if (missing >= 0) {
            barrier();
            missing = exchange_prefixes(tile, epoch, scan, aggregate);
        }
        if (missing >= 0) {
            dropped = tile;
            after = loading;
            tile = NO_TILE;
            loading = uint(missing);
            falls_back = true;
        } else if (falls_back) {
            barrier(); // the slots have been read
            loading = dropped;
            falls_back = false;
        } else {
            if (tile != NO_TILE)
                finish_tile(tile, scan, items);
            tile = loading;
            aggregate = next_aggregate;
            scan = 1 - scan;
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                items[s] = next_items[s];
            loading = after;
            after = NO_TILE;
            goes_on = more;
        }
    }
}

#endif

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    scan_all(tile, epoch);
    end_run(epoch);
}
