// SPDX-License-Identifier: MIT
// Elements have the same words in memory.
#ifndef FLOAT64_CONVERT_GLSL
#define FLOAT64_CONVERT_GLSL

#include "element/convert_words.glsl"

#endif
