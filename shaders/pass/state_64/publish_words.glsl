// SPDX-License-Identifier: MIT
// Stores of a state of several words that is never a prefix.
#ifndef PUBLISH_WORDS_GLSL
#define PUBLISH_WORDS_GLSL

#include "pass/state_64/words.glsl"

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
    const uint first = tile_state_at(tile);
    FOR_EACH_WORD(k) {
        const uint64_t word = tile_state_pack(epoch, kind, WORD(words, k));
        atomicMax(tile_states.words[first + k], word);
    }
}

#include "pass/state_64/insert_word.glsl"

#endif
