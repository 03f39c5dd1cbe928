// SPDX-License-Identifier: MIT
// Tiles by workgroup index instead of by ticket, if the capacity has a workgroup for each tile and
// at most INDEX_WINDOWS windows of tiles: no load waits for an atomic, the epoch or a count in a
// buffer. The hardware starts workgroups in about the order of their indices; where it does not, a
// fallback replaces the wait.
#ifndef BY_INDEX_GLSL
#define BY_INDEX_GLSL

#include "pass/tile_protocol.glsl"

layout(constant_id = SPEC_BY_INDEX) const uint BY_INDEX = 0;

// Broadcasts the ticket leader's epoch, and the operands, after the tile's loads where these need
// no count. Sets a tile past the count to NO_TILE.
void begin_by_index(inout uint tile, inout uint epoch)
{
    if (is_ticket_leader()) {
        read_operands();
        shared_fallbacks = 0;
        shared_epoch = epoch;
    }
    barrier();
    keep_operands();
    epoch = subgroupBroadcastFirst(shared_epoch);
    if (tile >= tile_count(run_count()))
        tile = NO_TILE;
}

#endif
