// SPDX-License-Identifier: MIT
// Selects in one dispatch, like lookback_select; but each workgroup loads the flags or elements
// that decide for its next tile, and publishes how many elements that tile keeps, before it waits
// for the prefix of the tile in hand.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2
#define PREFIXES_BY_WINDOW
#include "select/steps.glsl"

void main()
{
    uint tile = NO_TILE, next, scan = 0, aggregate = 0, kept = 0;
    ITEM items[STRIPES];
    share_all_kept(load_all_kept());
    const uint epoch = begin_run(next);
    store_number_of_none();
    while (tile != NO_TILE || next != NO_TILE) { // at first there is none but the next tile
        ITEM next_items[STRIPES];
        uint next_flags[STRIPES];
        uint next_kept = 0, next_aggregate = 0;
        const bool has = tile != NO_TILE;
        if (has) {
            load_stored(tile, kept, items);
            next = next_tile();
        }
        const bool more = next != NO_TILE;
        if (more)
            load_tile(next, run_count(), next_items, next_flags);
        if (next == NO_TILE) // an `else` costs a quarter of lookahead_scan's speed
            leave_run(epoch);
        if (has)
            seek_prefix(tile, epoch, scan, aggregate, POLL_ONCE);
        if (more) {
            next_kept = kept_of_tile(next, run_count(), next_items, next_flags);
            vks_workgroup_put(1 - scan, number_of_slice(next_kept));
        }
        barrier();
        const bool waits = has && missing_predecessor(scan) >= 0;
        if (more && gl_SubgroupID == 0)
            next_aggregate = publish_aggregate(next, epoch, 1 - scan, false);
        if (waits) {
            barrier();
            find_prefix(tile, epoch, scan, aggregate);
        }
        if (has)
            store_tile(tile, scan, aggregate, kept, items);
        tile = next;
        scan = 1 - scan;
        aggregate = next_aggregate;
        kept = next_kept;
        [[unroll]] for (uint k = 0; k < STRIPES; k++)
            items[k] = next_items[k];
    }
    end_run(epoch);
}

