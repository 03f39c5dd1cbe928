// SPDX-License-Identifier: MIT
// A tile whose state is missing: how often the state is polled, and how the decoupled fallback
// publishes its aggregate. The includer has tile states.
#ifndef MISSING_TILE_GLSL
#define MISSING_TILE_GLSL

layout(constant_id = SPEC_SPIN_LIMIT) const uint SPIN_LIMIT_REQUESTED = 64;
const uint SPIN_LIMIT =
    SPIN_LIMIT_REQUESTED < SPIN_LIMIT_MAX ? SPIN_LIMIT_REQUESTED : SPIN_LIMIT_MAX;

// Fallbacks of this workgroup so far. Their number divides the spin limit, which bounds the
// iterations of the loops of a workgroup (see tickets.glsl), however many tiles are missing.
shared uint shared_fallbacks;

// Returns the polls of a missing tile state before the fallback, at least one.
uint spin_limit()
{
    return max(SPIN_LIMIT / (1 + shared_fallbacks), 1);
}

// Publishes the aggregate of a tile if its owner still has not: the decoupled fallback, in the
// leader. A device_barrier() lies between the loads of the tile's elements and this call; in one
// form of lookahead_scan.comp, a fence and barrier() do.
void publish_for_owner(uint tile, uint epoch, T aggregate)
{
    shared_fallbacks++;
    const tile_state_words before = tile_state_load(tile);
    if (tile_state_of(before, epoch).kind == INVALID &&
        insert_aggregate(tile, epoch, before, aggregate))
        atomicAdd(state.words[at(STATE_FALLBACKS)], 1);
}

#endif
