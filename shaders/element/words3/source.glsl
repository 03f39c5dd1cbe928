// SPDX-License-Identifier: MIT
// Elements of several words, three vectors of 16 bytes at a time.
#ifndef WORDS3_SOURCE_GLSL
#define WORDS3_SOURCE_GLSL

#include "tile/source/own.glsl"
#include "tile/source/load_words.glsl"
#include "tile/source/raw.glsl"
#include "tile/source/words_vector.glsl"
#include "tile/source/elements.glsl"
#include "tile/source/items.glsl"

#endif
