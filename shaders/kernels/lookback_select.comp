// SPDX-License-Identifier: MIT
// Selects in one dispatch: each tile publishes how many of its elements it keeps, and then looks back
// for those that are kept before it.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "detail/select_steps.glsl"
#include "detail/by_index.glsl"

void select_tile(uint tile, inout uint epoch)
{
    ITEM items[STRIPES];
    uint flags[STRIPES];
    load_tile(tile, run_count(), items, flags);
    const uint kept = kept_of_tile(tile, run_count(), items, flags);
    const uint number = number_of_slice(kept);
    if (BY_INDEX != 0 && !HAS_COUNT && !HAS_SEED)
        epoch = broadcast_epoch(epoch);
    const uint aggregate = begin_tile(tile, epoch, 0, number);
    load_stored(tile, kept, items);
    if (BY_INDEX != 0 || tickets == 0)
        leave_run(epoch);
    find_prefix(tile, epoch, 0, aggregate);
    store_tile(tile, 0, aggregate, kept, items);
}

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint epoch = 0;
    read_all_kept();
    if (BY_INDEX == 0)
        epoch = begin_run(tile);
    else if (is_ticket_leader())
        epoch = current_epoch();
    if (BY_INDEX != 0 && (HAS_COUNT || HAS_SEED || dispatch.count == 0)) {
        if (is_ticket_leader())
            read_operands();
        epoch = broadcast_epoch(epoch);
        if (tile >= tile_count(run_count()))
            tile = NO_TILE;
    }
    store_number_of_none();
    while (tile != NO_TILE) {
        select_tile(tile, epoch);
        tile = NO_TILE;
        if (BY_INDEX == 0)
            tile = next_tile();
    }
    end_run(epoch);
}

