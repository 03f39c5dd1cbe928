// SPDX-License-Identifier: MIT
// Elements have the same words in memory.
#ifndef PACKED_CONVERT_GLSL
#define PACKED_CONVERT_GLSL

#include "element/convert_words.glsl"

#endif
