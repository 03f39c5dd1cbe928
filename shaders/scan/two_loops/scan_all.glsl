// SPDX-License-Identifier: MIT
// Look-ahead in two loops, of which the outer one loads a workgroup's first tile and missing
// predecessors. It takes fewer registers than one loop, without which NVIDIA's driver 580 leaves
// room for half of the workgroups with these elements (docs/diary, Light kernels).
#ifndef SCAN_ALL_GLSL
#define SCAN_ALL_GLSL

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

#endif
