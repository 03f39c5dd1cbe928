// SPDX-License-Identifier: MIT
// Floats.
#ifndef HALF_COMBINE_GLSL
#define HALF_COMBINE_GLSL

#include "element/combine_floats.glsl"

#endif
