// SPDX-License-Identifier: MIT
// Look-ahead in one loop, which is compiled in two thirds of the time that two loops take.
#ifndef SCAN_ALL_GLSL
#define SCAN_ALL_GLSL

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
        if (!more) // an `else` costs a quarter of the speed with NVIDIA driver 580
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
