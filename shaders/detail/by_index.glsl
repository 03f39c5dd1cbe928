// SPDX-License-Identifier: MIT
// Tiles by workgroup index instead of by ticket, where the capacity has a workgroup for each tile, and
// few of them (INDEX_WINDOWS): no load waits for an atomic, not even for the epoch. The hardware
// starts workgroups in about that order; where it does not, a fallback replaces the wait.
#ifndef BY_INDEX_GLSL
#define BY_INDEX_GLSL

#include "detail/tile_protocol.glsl"

layout(constant_id = SPEC_BY_INDEX) const uint BY_INDEX = 0;

// Broadcasts the epoch from the one thread that loaded it.
uint broadcast_epoch(uint epoch)
{
    if (is_ticket_leader()) {
        shared_fallbacks = 0;
        shared_epoch = epoch;
    }
    barrier();
    keep_operands();
    return subgroupBroadcastFirst(shared_epoch);
}

#endif
