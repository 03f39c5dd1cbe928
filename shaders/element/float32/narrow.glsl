// SPDX-License-Identifier: MIT
// No element is narrower than T.
#ifndef FLOAT32_NARROW_GLSL
#define FLOAT32_NARROW_GLSL

#include "element/no_narrow.glsl"

#endif
