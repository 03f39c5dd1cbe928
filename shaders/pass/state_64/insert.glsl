// SPDX-License-Identifier: MIT
// A fallback's store of an aggregate.
#ifndef STATE_64_INSERT_GLSL
#define STATE_64_INSERT_GLSL

// Publishes those words of an aggregate that are still `before`. Words of this epoch stay, except
// with KEEPS_AGGREGATES those of an incomplete prefix. Returns whether any word was published.
bool insert_aggregate(uint tile, uint epoch, tile_state_words before, T value)
{
    const W words = TO_WORDS(value);
    const uint first = tile_state_at(tile);
    bool inserted = false;
    FOR_EACH_WORD(k)
        if (insert_word(first + k, before.words[k],
                        tile_state_pack(epoch, AGGREGATE, WORD(words, k))))
            inserted = true;
    return inserted;
}

#endif
