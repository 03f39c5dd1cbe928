// SPDX-License-Identifier: MIT
// Vectors.
#ifndef WORDS4_COMBINE_GLSL
#define WORDS4_COMBINE_GLSL

#include "element/several_words.glsl"

#endif
