// SPDX-License-Identifier: MIT
// The scratch of a onesweep for the passes of one run: see ONESWEEP_... of digits.h.
//
// The histogram clears the tickets and the tile states, so nothing is kept from run to run. A tile
// has a state of one word for each of the digit's values. The highest bit tells whether the state
// is of this pass: the bit alternates from one pass that ranks to the next, as each leaves states
// of its own in all tiles. Below it lies the inclusive prefix, or from ONESWEEP_AGGREGATES on the
// aggregate, which is at most a tile: so prefixes have all but 2^17 of the values of 31 bits.
#ifndef ONESWEEP_GLSL
#define ONESWEEP_GLSL

#include "sort/tile.glsl"
#include "pass/tickets.glsl"

layout(constant_id = SPEC_DIGITS) const uint DIGITS = 4; // passes over the keys

layout(constant_id = SPEC_LOOKS_BACK) const bool LOOKS_BACK = false;

const uint STATES = ONESWEEP_BINS(DIGITS);

uint tile_state_at(uint tile, uint digit)
{
    return STATES + tile * SORT_DIGITS + digit;
}

// Returns the tiles of this run.
uint run_tiles()
{
    return TILES_OF(run_count());
}

#endif
