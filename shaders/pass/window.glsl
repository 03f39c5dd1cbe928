// SPDX-License-Identifier: MIT
// Decoupled look-back: a tile's exclusive prefix from the tile states of its predecessors. Merrill
// and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// One subgroup looks back, a window of tiles at a time: each lane polls one tile, the last lane the
// nearest. Aggregates are combined back to the nearest inclusive prefix. prefix.glsl tells which
// prefixes are published, polls.glsl polls; a lookback.glsl, exact/ or rounding/, defines
//
//   int look_back(uint tile, uint epoch, out T prefix)
//
// which polls each window up to the spin limit, and returns -1, with the tile's exclusive prefix,
// seed included, in all lanes; or else the predecessor whose tile state is missing; and
//
//   bool look_back_once(uint tile, uint epoch, out T prefix)
//
// which polls WINDOWS_AT_ONCE windows once, in flight together, as polls in sequence are slow while
// memory is busy, and returns whether they had the prefix. The loop is unrolled: the rare rest is
// left to look_back, which is compiled once.
#ifndef WINDOW_GLSL
#define WINDOW_GLSL

#include "pass/missing_tile.glsl"

// A window's tile states, as the subgroup polled them.
struct window {
    tile_state found; // this lane's
    int nearest;      // lane of the nearest prefix, -1: none
    int missing;      // nearest lane above `nearest` whose tile is invalid, -1: none
};

// Returns the highest lane that passes true, -1: none.
int last_lane(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? -1 : int(subgroupBallotFindMSB(ballot));
}

#endif
