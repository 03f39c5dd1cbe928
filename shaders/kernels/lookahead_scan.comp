// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, as lookback_scan does; but each workgroup loads its next tile
// and publishes that tile's aggregate before it waits for the prefix of the present one. The loads
// are in flight during the look-back, and a tile's aggregate is published well before it is polled.
// The first look-back polls once; a workgroup waits only after it has published the next aggregate.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2
#define PREFIX_PER_WINDOW
#include "detail/single_pass.glsl"

// Scans tiles from `tile` on, until a tile state is missing. Leaves in `tile` and `next` the tiles
// that are not finished.
void scan_ahead(uint epoch, inout uint tile, out uint next)
{
    uint scan = 0;
    V items[STRIPES];
    tile_load(tile, run_count(), items);
    T aggregate = begin_tile(tile, epoch, scan, tile_reduce_slice(tile, run_count(), items));
    bool goes_on = true;
    while (goes_on) {
        V next_items[STRIPES];
        T next_aggregate = identity();
        next = next_tile();
        const bool more = next != NO_TILE;
        if (more)
            tile_load(next, run_count(), next_items);
        if (next == NO_TILE) // an `else` costs a quarter of the speed with NVIDIA driver 580
            leave_run(epoch);
        seek_prefix(tile, epoch, scan, aggregate, false);
        if (more)
            vks_workgroup_put(1 - scan, tile_reduce_slice(next, run_count(), next_items));
        barrier();
        goes_on = missing_predecessor(scan) < 0;
        if (more && gl_SubgroupID == 0)
            next_aggregate = publish_aggregate(next, epoch, 1 - scan);
        if (!goes_on) {
            barrier();
            goes_on = exchange_prefixes(tile, epoch, scan, aggregate) < 0;
        }
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

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    while (tile != NO_TILE) {
        uint next;
        scan_ahead(epoch, tile, next);
        for (; tile != NO_TILE; tile = next, next = NO_TILE) {
            barrier();
            finish_tile_by_stripes(tile, epoch);
        }
        tile = next_tile();
    }
    end_run(epoch);
}
