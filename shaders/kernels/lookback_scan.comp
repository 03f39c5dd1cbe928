// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix.
// A count in a buffer may leave workgroups without a tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "detail/single_pass.glsl"
#include "detail/by_index.glsl"

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint epoch = 0;
    if (BY_INDEX == 0)
        epoch = begin_run(tile);
    else if (is_ticket_leader())
        epoch = current_epoch();
    if (BY_INDEX != 0 && (HAS_COUNT || HAS_SEED)) {
        if (is_ticket_leader())
            read_operands();
        epoch = broadcast_epoch(epoch);
        if (tile >= tile_count(run_count()))
            tile = NO_TILE;
    }
    while (tile != NO_TILE) {
        V items[STRIPES];
        tile_load(tile, run_count(), items);
        const T slice_total = tile_reduce_slice(tile, run_count(), items);
        if (BY_INDEX != 0 && !HAS_COUNT && !HAS_SEED)
            epoch = broadcast_epoch(epoch);
        const T aggregate = begin_tile(tile, epoch, 0, slice_total);
        if (BY_INDEX != 0 || tickets == 0)
            leave_run(epoch);
        if (exchange_prefixes(tile, epoch, 0, aggregate) < 0)
            finish_tile(tile, 0, items);
        else
            finish_tile_by_stripes(tile, epoch);
        tile = NO_TILE;
        if (BY_INDEX == 0)
            tile = next_tile();
    }
    end_run(epoch);
}
