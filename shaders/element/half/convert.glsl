// SPDX-License-Identifier: MIT
// Elements have the same words in memory.
#ifndef HALF_CONVERT_GLSL
#define HALF_CONVERT_GLSL

#include "element/convert_words.glsl"

#endif
