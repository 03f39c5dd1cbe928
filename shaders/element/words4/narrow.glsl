// SPDX-License-Identifier: MIT
// No element is narrower than T.
#ifndef WORDS4_NARROW_GLSL
#define WORDS4_NARROW_GLSL

#include "element/no_narrow.glsl"

#endif
