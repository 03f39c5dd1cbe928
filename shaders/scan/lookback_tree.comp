// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, like lookback_scan, by the one combine tree of all devices, and
// so with the bits of blelloch_reduce and blelloch_scan.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/store.glsl"
#include "tile/tree_store.glsl"
#include "scan/tree_lookback.glsl"

// Publishes the tile's aggregate, and leaves the tile in shared memory for tile_scan_on. In a
// fallback the elements may be overwritten by now: then the aggregate is the one that the owner has
// published.
void begin_tile(uint tile, uint epoch, bool falls_back, V items[STRIPES])
{
    if (gl_LocalInvocationID.x <= SERIES)
        shared_missing[gl_LocalInvocationID.x] = NO_TILE;
    const T aggregate = combine(identity(), tile_reduce(tile, run_count(), items));
    if (falls_back)
        device_barrier(); // the tile's elements are loaded before its state is
    if (is_leader()) {
        if (falls_back) {
            publish_for_owner(tile, epoch, aggregate);
            keep_aggregate(tile_state_of(tile_state_load(tile), epoch).value);
        } else {
            publish(tile, epoch, AGGREGATE, aggregate);
            keep_aggregate(aggregate);
        }
    }
    if (falls_back)
        barrier(); // all read shared_fallbacks next
}

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

void finish_tile(uint tile, T prefix, V items[STRIPES])
{
    T_VECTOR results[STRIPES];
    tile_scan_on(prefix, EXCLUSIVE != 0, tile, run_count(), items, results);
    tile_store(tile, run_count(), results);
}

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    uint missing = NO_TILE; // predecessor that is taken up first
    while (tile != NO_TILE) {
        const bool falls_back = missing != NO_TILE;
        const uint loading = falls_back ? missing : tile;
        V items[STRIPES];
        T prefix;
        tile_load(loading, run_count(), items);
        begin_tile(loading, epoch, falls_back, items);
        if (tickets == 0)
            leave_run(epoch);
        missing = look_back(loading, epoch, prefix);
        if ((dispatch.flags & PASS_IN_PLACE) != 0)
            device_barrier(); // tile states are visible before any element is overwritten
        if (!falls_back && missing == NO_TILE) {
            finish_tile(tile, prefix, items);
            tile = next_tile();
        }
    }
    end_run(epoch);
}
