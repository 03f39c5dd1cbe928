// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, as lookback_scan does; but each workgroup publishes the
// aggregate of its next tile before it looks back for the prefix of the present one. So when a tile
// is looked at, its aggregate has mostly been there for long.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2 // at a time
#include "vkscan/lookback.glsl"

void main()
{
    const uint tiles = tile_count(dispatch.count);
    const uint run = run_number();
    uint scan = 0;
    V items[ROWS];
    T aggregate;
    uint tile = begin_tile(run, scan, items, aggregate);
    for (uint turn = gl_WorkGroupID.x; turn < tiles; turn += gl_NumWorkGroups.x) {
        const bool more = turn + gl_NumWorkGroups.x < tiles;
        V next_items[ROWS];
        T next_aggregate = identity();
        uint next_tile = 0;
        if (more)
            next_tile = begin_tile(run, 1 - scan, next_items, next_aggregate);
        while (!exchange_prefixes(tile, run, scan, aggregate)) {
            tile_load(tile, dispatch.count, items); // so they need not be kept meanwhile
            if (more)
                tile_load(next_tile, dispatch.count, next_items);
        }
        tile_store_results(tile, scan, items);
        tile = next_tile;
        aggregate = next_aggregate;
        scan = 1 - scan;
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            items[row] = next_items[row];
    }
    if (is_leader())
        finish_run(run, LAST_RUN);
}
