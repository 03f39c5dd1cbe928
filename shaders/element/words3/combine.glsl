// SPDX-License-Identifier: MIT
// Vectors.
#ifndef WORDS3_COMBINE_GLSL
#define WORDS3_COMBINE_GLSL

#include "element/several_words.glsl"

#endif
