// SPDX-License-Identifier: MIT
// No element is narrower than T.
#ifndef USER_NARROW_GLSL
#define USER_NARROW_GLSL

#include "element/no_narrow.glsl"

#endif
