// SPDX-License-Identifier: MIT
// Decoupled look-back: a tile's exclusive prefix from the tile states of its predecessors. Merrill
// and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// One subgroup looks back, a window of tiles at a time: each lane polls one tile, the last lane the
// nearest. Aggregates are combined back to the nearest inclusive prefix. The includer has tile
// states, and FIRST_PREFIX, the prefix of tile 0. It is a lookback.glsl, exact/ or rounding/, which
// defines RETURN_NEAREST_MISSING, the body of nearest_missing(), before, and behind
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

#ifdef PREFIXES_BY_WINDOW

// Windows are aligned to the lanes of a subgroup, and only the inclusive prefix of a window's last
// tile is published: by the first tile of the next window, as its exclusive prefix. If a state is
// one 64-bit word, a late owner may replace the prefix by its aggregate, which is as valid.
void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    if (tile > 0 && tile % vks_lanes == 0)
        publish(tile - 1, epoch, PREFIX, prefix);
}

// Returns the end, exclusive, of the window that is polled first.
uint first_end(uint tile)
{
    return tile - tile % vks_lanes + vks_lanes;
}

#ifndef NEAREST_PREFIX // by segments/to_heads.glsl, whose tiles with heads have prefixes too
#define NEAREST_PREFIX(is_prefix) (subgroupBallot(is_prefix) != uvec4(0) ? int(vks_lanes) - 1 : -1)
#endif

int nearest_prefix(bool is_prefix)
{
    return NEAREST_PREFIX(is_prefix);
}

#else

// The inclusive prefix of each tile is published, and a window ends at the polling tile.
void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    publish(tile, epoch, PREFIX, combine(prefix, aggregate));
}

uint first_end(uint tile)
{
    return tile;
}

int nearest_prefix(bool is_prefix)
{
    return last_lane(is_prefix);
}

#endif

// Returns the nearest missing lane above the nearest prefix; -1: none is missing. Each lookback.glsl
// has the form that is faster for its element types (docs/diary/2026-11-kernels.md, nearest_missing).
int nearest_missing(bool is_missing, int nearest)
{
    RETURN_NEAREST_MISSING(is_missing, nearest)
}

// Returns the tile that this lane polls in the window before `end`; negative in front of tile 0.
int window_tile(uint end)
{
    return int(end) - int(vks_lanes) + int(gl_SubgroupInvocationID);
}

tile_state_words load_window(uint tile, uint end)
{
    return tile_state_load(uint(clamp(window_tile(end), 0, int(tile))));
}

window window_with(tile_state found)
{
    window w;
    w.found = found;
    w.nearest = nearest_prefix(found.kind == PREFIX);
    w.missing = nearest_missing(found.kind == INVALID, w.nearest);
    return w;
}

// Returns the window before `end`. In front of tile 0 lies the seed as a prefix, and from the
// polling tile on lie identities as aggregates.
window window_of(tile_state_words words, uint tile, uint end, uint epoch)
{
    const int other = window_tile(end);
    const tile_state s = tile_state_of(words, epoch);
    return window_with(
        tile_state(other < 0 ? PREFIX : other >= int(tile) ? AGGREGATE : s.kind,
               other < 0 ? FIRST_PREFIX : other >= int(tile) ? identity() : s.value));
}

window poll(uint tile, uint end, uint epoch)
{
    return window_of(load_window(tile, end), tile, end, epoch);
}

#include "hooks/poll.glsl"

// Returns whether a window holds only aggregates, so that the window before is needed.
bool is_open(window w)
{
    return w.nearest < 0 && w.missing < 0;
}

// Returns the missing tile of the window before `end`, -1: none.
int missing_tile(window w, uint end)
{
    return w.missing < 0 ? -1 : int(end) - int(vks_lanes) + w.missing;
}

// Windows in flight, as measured on an NVIDIA H200; fewer for several words, to save registers.
const uint WINDOWS_AT_ONCE = ELEMENT_WORDS == 1 ? 8 : ELEMENT_WORDS == 2 ? 4 : 2;

#endif
