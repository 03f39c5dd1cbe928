// SPDX-License-Identifier: MIT
// Elements of one word, or narrow ones.
#ifndef HALF_SOURCE_GLSL
#define HALF_SOURCE_GLSL

#define NARROW_VECTORS // narrow_items() takes all of a vector
#include "tile/source/own.glsl"
#include "tile/source/load_words.glsl"
#include "tile/source/raw.glsl"
#include "tile/source/word_vector.glsl"
#include "tile/source/elements.glsl"
#include "tile/source/items.glsl"

#endif
