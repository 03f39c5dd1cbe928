// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "vkscan/one_pass.glsl"

void main()
{
    const uint tiles = tile_count(dispatch.count);
    const uint run = begin_run();
    for (uint turn = gl_WorkGroupID.x; turn < tiles; turn += gl_NumWorkGroups.x) {
        const uint tile = subgroupBroadcastFirst(take_ticket()); // for uniform branches
        bool finished = false;
        if (is_whole(tile)) {
            V items[ROWS];
            tile_load_whole(tile, items);
            const T aggregate = begin_tile(tile, run, 0, tile_reduce_share(items));
            finished = exchange_prefixes(tile, run, 0, aggregate) < 0;
            if (finished)
                finish_tile(tile, 0, items);
        }
        if (!finished)
            scan_rows(tile, run);
    }
    if (is_leader())
        finish_run(run, LAST_RUN);
}
