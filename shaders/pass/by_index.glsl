// SPDX-License-Identifier: MIT
// Tiles by workgroup index instead of by ticket, where the capacity has a workgroup for each tile, and
// few of them (INDEX_WINDOWS): no load waits for an atomic, nor for the epoch or a count in a buffer.
// The hardware starts workgroups in about that order; where it does not, a fallback replaces the wait.
#ifndef BY_INDEX_GLSL
#define BY_INDEX_GLSL

#include "pass/tile_protocol.glsl"

layout(constant_id = SPEC_BY_INDEX) const uint BY_INDEX = 0;

// Behind the loads of the tile: shares the epoch, and the operands, which one thread loads. A tile
// past the count is none.
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
