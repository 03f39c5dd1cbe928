// SPDX-License-Identifier: MIT
// Floats.
#ifndef FLOAT64_COMBINE_GLSL
#define FLOAT64_COMBINE_GLSL

#include "element/combine_floats.glsl"

#endif
