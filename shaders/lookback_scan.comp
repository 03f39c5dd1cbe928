// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "vkscan/lookback.glsl"

void main()
{
    const uint tiles = tile_count(dispatch.count);
    const uint run = run_number();
    for (uint turn = gl_WorkGroupID.x; turn < tiles; turn += gl_NumWorkGroups.x) {
        V items[ROWS];
        T aggregate;
        const uint tile = begin_tile(run, 0, items, aggregate);
        while (!exchange_prefixes(tile, run, 0, aggregate))
            tile_load(tile, dispatch.count, items); // so it need not be kept meanwhile
        tile_store_results(tile, 0, items);
    }
    if (is_leader())
        finish_run(run, LAST_RUN);
}
