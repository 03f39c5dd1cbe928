// SPDX-License-Identifier: MIT
// Tile states of 64-bit words, for look-back.
#ifndef TILE_STATE_GLSL
#define TILE_STATE_GLSL

#if ELEMENT_WORDS == 1
#include "pass/state_64/publish_word.glsl"
#else
#include "pass/state_64/publish_kept_words.glsl"
#endif
#include "pass/state_64/insert.glsl"

#endif
