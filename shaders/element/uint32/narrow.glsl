// SPDX-License-Identifier: MIT
// No element is narrower than T.
#ifndef UINT32_NARROW_GLSL
#define UINT32_NARROW_GLSL

#include "element/no_narrow.glsl"

#endif
