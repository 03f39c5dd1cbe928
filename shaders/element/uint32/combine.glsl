// SPDX-License-Identifier: MIT
// Unsigned integers, or keys.
#ifndef UINT32_COMBINE_GLSL
#define UINT32_COMBINE_GLSL

#include "element/combine_integers.glsl"

#endif
