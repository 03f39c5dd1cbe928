// SPDX-License-Identifier: MIT
// Elements are keys; four are a vector.
#ifndef NARROW_CONVERT_GLSL
#define NARROW_CONVERT_GLSL

#include "element/keys.glsl"
DEFINE_KEYS(uvec4, bvec4)
#include "element/convert_keys.glsl"

#endif
