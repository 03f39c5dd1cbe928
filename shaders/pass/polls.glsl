// SPDX-License-Identifier: MIT
// Polls of windows, for look-back. The includer has prefix.glsl, nearest_missing(), and FIRST_PREFIX,
// the prefix of tile 0.
#ifndef POLLS_GLSL
#define POLLS_GLSL

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
