// SPDX-License-Identifier: MIT
// Unsigned integers, or keys.
#ifndef NARROW_COMBINE_GLSL
#define NARROW_COMBINE_GLSL

#include "element/combine_integers.glsl"

#endif
