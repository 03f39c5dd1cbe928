// SPDX-License-Identifier: MIT
// Windows that are polled again while a prefix is on its way.
#ifndef HOOK_POLL_GLSL
#define HOOK_POLL_GLSL

#include "stalls.glsl"

uint last_end = 0;
uint amid_prefixes = 0; // polls that found one on its way

// Polls. The first two windows that are polled again, which are no tile's own, have the first word
// of another prefix.
window poll_amid_prefix(uint tile, uint end, uint epoch)
{
    tile_state_words words = load_window(tile, end);
#ifdef PREFIXES_COME_BY_WORDS
    const bool is_again = STALL == STALL_EVERY && end > last_end && end <= tile;
    if (is_again && amid_prefixes < 2 && gl_SubgroupInvocationID == vks_lanes - 1)
        words.words[0] = tile_state_pack(epoch, PREFIX, ~unpackUint2x32(words.words[0]).x);
    amid_prefixes += uint(is_again);
    last_end = end;
#endif
    return window_of(words, tile, end, epoch);
}

#define poll poll_amid_prefix

#endif
