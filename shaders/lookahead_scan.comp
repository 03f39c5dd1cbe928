// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, as lookback_scan does; but each workgroup loads its next tile
// before it looks back for the prefix of the present one. So the tile is on its way meanwhile, and
// its aggregate has been there for long when others look at it. The first look is one that does not
// wait: whoever waits has published the next aggregate before.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2 // at a time
#define PREFIX_PER_BLOCK
#include "vkscan/one_pass.glsl"

// From a tile on, as long as nothing is missing. Leaves in `tile` and `next` what is not finished.
void scan_ahead(uint run, inout uint tile, out uint next)
{
    uint scan = 0;
    V items[ROWS];
    tile_load(tile, dispatch.count, items);
    T aggregate = begin_tile(tile, run, scan, tile_reduce_share(items));
    bool goes_on = true;
    while (goes_on) {
        V next_items[ROWS];
        T next_aggregate = identity();
        next = next_tile();
        const bool more = next != NO_TILE;
        if (more)
            tile_load(next, dispatch.count, next_items);
        if (next == NO_TILE) // an `else` costs a quarter of the speed with NVIDIA driver 580
            leave_run(run);
        seek_prefix(tile, run, scan, aggregate, false);
        if (more)
            workgroup_put(1 - scan, tile_reduce_share(next_items));
        barrier();
        goes_on = missing_predecessor(scan) < 0;
        if (more && gl_SubgroupID == 0)
            next_aggregate = publish_aggregate(next, run, 1 - scan);
        if (!goes_on) {
            barrier();
            goes_on = exchange_prefixes(tile, run, scan, aggregate) < 0;
        }
        if (goes_on) {
            finish_tile(tile, scan, items);
            tile = next;
            next = NO_TILE;
            aggregate = next_aggregate;
            scan = 1 - scan;
            [[unroll]] for (uint row = 0; row < ROWS; row++)
                items[row] = next_items[row];
            goes_on = more;
        }
    }
}

void main()
{
    uint tile;
    const uint run = begin_run(tile);
    while (tile != NO_TILE) {
        uint next;
        scan_ahead(run, tile, next);
        for (; tile != NO_TILE; tile = next, next = NO_TILE) {
            barrier();
            scan_rows(tile, run);
        }
        tile = next_tile();
    }
    end_run(run);
}
