// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
//
// Where there is a workgroup for each tile of the capacity, and not too many of them (INDEX_LOOKS),
// tiles go by index instead of tickets: so nothing is waited for before a tile is loaded, not even
// the number of the run. The hardware starts workgroups in about that order; where it does not, one
// that waits too long makes up for others.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "vkscan/one_pass.glsl"

layout(constant_id = SPEC_BY_INDEX) const uint BY_INDEX = 0;

// The number of this run, for everyone, once it has come to the one invocation that asked for it.
uint share_run(uint run)
{
    if (is_steward()) {
        shared_fallbacks = 0;
        shared_run = run;
    }
    barrier();
    return subgroupBroadcastFirst(shared_run);
}

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint run = 0;
    if (BY_INDEX == 0)
        run = begin_run(tile);
    else if (is_steward())
        run = run_number();
    while (tile != NO_TILE) {
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        const T share = tile_reduce_share(items);
        if (BY_INDEX != 0)
            run = share_run(run);
        const T aggregate = begin_tile(tile, run, 0, share);
        if (BY_INDEX != 0 || tickets == 0)
            leave_run(run);
        if (exchange_prefixes(tile, run, 0, aggregate) < 0)
            finish_tile(tile, 0, items);
        else
            scan_rows(tile, run);
        tile = NO_TILE;
        if (BY_INDEX == 0)
            tile = next_tile();
    }
    end_run(run);
}
