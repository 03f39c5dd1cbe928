// SPDX-License-Identifier: MIT
// Selects in one dispatch: each tile publishes how many of its elements it keeps, and then looks
// back for the number that is kept before it.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "select/steps.glsl"
#include "pass/by_index.glsl"

const bool HAS_OPERANDS = HAS_COUNT || HAS_SEED;

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint epoch = 0;
    bool begins = BY_INDEX != 0;
    const uint number = load_all_kept();
    if (!begins) {
        share_all_kept(number);
        epoch = begin_run(tile);
    } else if (is_ticket_leader()) {
        epoch = current_epoch();
    }
    while (tile != NO_TILE) {
        ITEM items[STRIPES];
        uint flags[STRIPES];
        load_tile(tile, run_count(), items, flags);
        if (begins)
            share_all_kept(number);
        if (begins && HAS_OPERANDS)
            begin_by_index(tile, epoch);
        if (tile == NO_TILE)
            break;
        const uint kept = kept_of_tile(tile, run_count(), items, flags);
        const uint slice = number_of_slice(kept);
        if (begins && !HAS_OPERANDS) // the count is known: later costs 2 % less
            begin_by_index(tile, epoch);
        begins = false;
        if (tile == NO_TILE) // the count is 0
            break;
        const uint aggregate = begin_tile(tile, epoch, 0, slice);
        load_stored(tile, kept, items);
        if (BY_INDEX != 0 || tickets == 0)
            leave_run(epoch);
        find_prefix(tile, epoch, 0, aggregate);
        store_tile(tile, 0, aggregate, kept, items);
        tile = NO_TILE;
        if (BY_INDEX == 0)
            tile = next_tile();
    }
    store_number_of_none();
    end_run(epoch);
}
