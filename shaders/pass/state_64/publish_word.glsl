// SPDX-License-Identifier: MIT
// Stores of a state that is one word.
#ifndef PUBLISH_WORD_GLSL
#define PUBLISH_WORD_GLSL

#include "pass/state_64/words.glsl"

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
    atomicStore(tile_states.words[tile_state_at(tile)], tile_state_pack(epoch, kind, words),
                RELAXED);
}

#include "pass/state_64/insert_word.glsl"

#endif
