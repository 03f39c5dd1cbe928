// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/lookback.glsl"

void main()
{
    const uint tiles = tile_count(dispatch.count);
    const uint run = run_number();
    for (uint turn = gl_WorkGroupID.x; turn < tiles; turn += gl_NumWorkGroups.x) {
        const uint tile = take_ticket();
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        const T total = workgroup_begin_scan(0, tile_reduce_share(items));
        if (gl_SubgroupID == 0) {
            publish_aggregate(tile, run, total);
            int missing;
            while ((missing = exchange_prefixes(tile, run, 0, total)) >= 0) {
                make_up_for(missing, run);
                tile_load(tile, dispatch.count, items); // which needs not be kept meanwhile
            }
        }
        barrier();
        tile_store_results(tile, 0, items);
    }
    if (is_leader())
        finish_run(run, LAST_RUN);
}
