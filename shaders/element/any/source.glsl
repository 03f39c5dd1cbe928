// SPDX-License-Identifier: MIT
// Elements of one word, 16 bytes at a time.
#ifndef ANY_SOURCE_GLSL
#define ANY_SOURCE_GLSL

#include "tile/source/own.glsl"
#include "tile/source/load_quad.glsl"
#include "tile/source/raw.glsl"
#include "tile/source/word_vector.glsl"
#include "tile/source/elements.glsl"
#include "tile/source/items.glsl"

#endif
