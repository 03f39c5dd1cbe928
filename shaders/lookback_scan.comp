// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "vkscan/one_pass.glsl"

void main()
{
    uint tile;
    const uint run = begin_run(tile);
    while (tile != NO_TILE) {
        V items[ROWS];
        tile_load(tile, dispatch.count, items);
        const T aggregate = begin_tile(tile, run, 0, tile_reduce_share(items));
        if (tickets == 0)
            leave_run(run);
        if (exchange_prefixes(tile, run, 0, aggregate) < 0)
            finish_tile(tile, 0, items);
        else
            scan_rows(tile, run);
        tile = next_tile();
    }
    end_run(run);
}
