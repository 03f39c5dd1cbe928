// SPDX-License-Identifier: MIT
// The state of a tile, for all workgroups: invalid, its aggregate (of its elements), or its
// inclusive prefix (of everything up to its end). Each word holds a part of the value and the
// epoch, so a reader that sees the epoch sees the value, and relaxed accesses suffice. Words of
// earlier epochs read as invalid.
//
// A state that is missing is polled up to the spin limit; then the decoupled fallback publishes the
// tile's aggregate for its owner.
#ifndef TILE_STATE_GLSL
#define TILE_STATE_GLSL

#include "pass/tickets.glsl"

const uint INVALID = 0;
const uint AGGREGATE = 1;
const uint PREFIX = 2;

struct tile_state {
    uint kind;
    T value; // undefined if INVALID
};

// The words of a state, how they are loaded and published: of state_64/ or state_32/.
#include "state_words.glsl"

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
// leader. A device_barrier() lies between the loads of the tile's elements and this call; in
// scan/one_loop, a fence and barrier() do.
void publish_for_owner(uint tile, uint epoch, T aggregate)
{
    shared_fallbacks++;
    const tile_state_words before = tile_state_load(tile);
    if (tile_state_of(before, epoch).kind == INVALID &&
        insert_aggregate(tile, epoch, before, aggregate))
        atomicAdd(state.words[at(STATE_FALLBACKS)], 1);
}

#endif
