// SPDX-License-Identifier: MIT
// Stores of a state of several words. Each word only grows within an epoch, from aggregate to
// prefix, so a late owner never replaces a prefix in part. If a workgroup stops between the words
// of a prefix, with KEEPS_AGGREGATES a fallback makes them the aggregate's again. In place the tile
// may have been overwritten by then, so its owner keeps the aggregate behind the state, too.
// Without KEEPS_AGGREGATES, readers wait for the rest of the prefix.
#ifndef PUBLISH_KEPT_WORDS_GLSL
#define PUBLISH_KEPT_WORDS_GLSL

#include "pass/state_64/words.glsl"

layout(constant_id = SPEC_KEEPS_AGGREGATES) const bool KEEPS_AGGREGATES = false;

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
    const uint first = tile_state_at(tile);
    FOR_EACH_WORD(k) {
        const uint64_t word = tile_state_pack(epoch, kind, WORD(words, k));
        atomicMax(tile_states.words[first + k], word);
        if (KEEPS_AGGREGATES && kind == AGGREGATE)
            atomicStore(tile_states.words[first + ELEMENT_WORDS + k], word, RELAXED);
    }
}

// Replaces a word that is still `before`, unless that is valid; returns whether it was replaced.
// With KEEPS_AGGREGATES, only the aggregate's own words count as valid.
bool insert_word(uint word, uint64_t before, uint64_t after)
{
    const uint above = unpackUint2x32(after).y;
    const uint ignored = KEEPS_AGGREGATES ? 0 : 2; // bits: words of either kind stay
    bool inserted = false;
    if (unpackUint2x32(before).y >> ignored != above >> ignored) {
        if (KEEPS_AGGREGATES) {
            const uint64_t kept = atomicMax(tile_states.words[word + ELEMENT_WORDS], 0ul);
            if (unpackUint2x32(kept).y == above)
                after = kept; // the tile may have been overwritten before it was loaded
        }
        inserted = atomicCompSwap(tile_states.words[word], before, after) == before;
    }
    return inserted;
}

#endif
