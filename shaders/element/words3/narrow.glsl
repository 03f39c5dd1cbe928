// SPDX-License-Identifier: MIT
// No element is narrower than T.
#ifndef WORDS3_NARROW_GLSL
#define WORDS3_NARROW_GLSL

#include "element/no_narrow.glsl"

#endif
