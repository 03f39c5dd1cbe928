// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile publishes its aggregate and then looks back for its
// prefix. A count in a buffer may leave workgroups without a tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "scan/single_pass.glsl"
#include "pass/by_index.glsl"

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint epoch = 0;
    bool begins = BY_INDEX != 0;
    if (!begins)
        epoch = begin_run(tile);
    else if (is_ticket_leader())
        epoch = current_epoch();
#ifdef SECOND_INPUT_WORDS // no element past the count is mapped
    if (begins && HAS_COUNT)
        begin_by_index(tile, epoch);
    begins = begins && !HAS_COUNT;
#endif
    int missing = -1; // predecessor whose tile state is missing
    while (tile != NO_TILE) {
        const bool falls_back = missing >= 0;
        const uint loading = falls_back ? uint(missing) : tile;
        V items[STRIPES];
        tile_load(loading, run_count(), items);
        if (begins) {
            begin_by_index(tile, epoch);
            begins = false;
            if (tile == NO_TILE || HAS_COUNT && !is_loaded_early(tile))
                continue;
        }
        const T slice_total = tile_reduce_slice(loading, run_count(), items);
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
