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
    bool shares_epoch = BY_INDEX != 0 && !HAS_COUNT && !HAS_SEED;
    int missing = -1; // predecessor whose tile state is missing
    while (tile != NO_TILE) {
        const bool falls_back = missing >= 0;
        const uint loading = falls_back ? uint(missing) : tile;
        V items[STRIPES];
        tile_load(loading, run_count(), items);
        const T slice_total = tile_reduce_slice(loading, run_count(), items);
        if (shares_epoch)
            epoch = broadcast_epoch(epoch);
        shares_epoch = false;
        const T aggregate = begin_loaded_tile(loading, epoch, 0, slice_total, falls_back);
        missing = -1;
        if (!falls_back) {
            if (BY_INDEX != 0 || tickets == 0)
                leave_run(epoch);
            missing = exchange_prefixes(tile, epoch, 0, aggregate);
            if (missing < 0) {
                finish_tile(tile, 0, items);
                tile = NO_TILE;
                if (BY_INDEX == 0)
                    tile = next_tile();
            }
        }
    }
    end_run(epoch);
}
