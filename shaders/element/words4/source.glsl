// SPDX-License-Identifier: MIT
// Elements of several words, 16 bytes at a time.
#ifndef WORDS4_SOURCE_GLSL
#define WORDS4_SOURCE_GLSL

#include "tile/source/own.glsl"
#include "tile/source/load_quad.glsl"
#include "tile/source/raw.glsl"
#include "tile/source/words_vector.glsl"
#include "tile/source/elements.glsl"
#include "tile/source/items.glsl"

#endif
