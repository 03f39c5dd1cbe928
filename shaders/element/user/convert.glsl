// SPDX-License-Identifier: MIT
// Elements have the same words in memory.
#ifndef USER_CONVERT_GLSL
#define USER_CONVERT_GLSL

#include "element/convert_words.glsl"

#endif
