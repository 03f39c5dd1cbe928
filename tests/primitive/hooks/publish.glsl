// SPDX-License-Identifier: MIT
// Tiles whose owners publish late.
#ifndef HOOK_PUBLISH_GLSL
#define HOOK_PUBLISH_GLSL

#include "stall.glsl"

void publish_unless_stalled(uint tile, uint epoch, uint kind, T value)
{
    if (kind != AGGREGATE || !stalls(tile))
        publish(tile, epoch, kind, value);
}

#if defined(STATE_64_WORDS_GLSL) && ELEMENT_WORDS > 1 && !defined(PREFIXES_COME_BY_WORDS)
#error "prefixes of several words would not be stopped in part: who publishes them?"
#endif

#ifdef PREFIXES_COME_BY_WORDS

#define TOLD STATE_KEPT // a word of the header that scans leave alone

void publish_for_owner_and_tell(uint tile, uint epoch, T aggregate)
{
    publish_for_owner(tile, epoch, aggregate);
    state_store(TOLD, tile + 1);
}

#define publish_for_owner publish_for_owner_and_tell

// Publishes the first word of a prefix before the others, and returns whether these never come, as
// for every other window where threads may stop between words (elsewhere readers wait for them).
// For one tile they come when a fallback has met the first alone, and another workgroup has had the
// time to look at what that left.
bool stops_amid_prefix(uint tile, uint epoch, T prefix)
{
    const uint64_t first = tile_state_pack(epoch, PREFIX, WORD(TO_WORDS(prefix), 0));
    uint polls = 0;
    state_store(TOLD, 0);
    atomicMax(tile_states.words[tile_state_at(tile)], first);
    for (uint k = 0; k < 10000 && polls < 4000 && tile == 63; k++)
        polls += uint(state_load(TOLD) == tile + 1);
    return KEEPS_AGGREGATES && (tile + 1) / vks_lanes % 2 != 0;
}

#endif

void publish_prefix_late(uint tile, uint epoch, T prefix, T aggregate)
{
    if (stalls(tile)) {
        stall(tile, epoch);
        publish(tile, epoch, AGGREGATE, aggregate);
#ifdef PREFIXES_COME_BY_WORDS
        if (tile > 0 && tile % vks_lanes == 0 && stops_amid_prefix(tile - 1, epoch, prefix))
            return;
#endif
    }
    publish_prefix(tile, epoch, prefix, aggregate);
}

#define publish publish_unless_stalled
#define publish_prefix publish_prefix_late

#endif
