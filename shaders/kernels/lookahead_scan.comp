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

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    uint next = NO_TILE; // its ticket is taken
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
            seek_prefix(tile, epoch, scan, aggregate, false);
            if (more)
                vks_workgroup_put(1 - scan, tile_reduce_slice(next, run_count(), next_items));
            barrier();
            missing = missing_predecessor(scan);
            if (more && gl_SubgroupID == 0)
                next_aggregate = publish_aggregate(next, epoch, 1 - scan);
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
    end_run(epoch);
}
