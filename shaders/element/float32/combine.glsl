// SPDX-License-Identifier: MIT
// Floats.
#ifndef FLOAT32_COMBINE_GLSL
#define FLOAT32_COMBINE_GLSL

#include "element/combine_floats.glsl"

#endif
