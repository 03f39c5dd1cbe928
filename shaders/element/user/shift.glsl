// SPDX-License-Identifier: MIT
// Misaligned stripes of elements of a user.
#ifndef USER_SHIFT_GLSL
#define USER_SHIFT_GLSL

#if VECTOR > 1
#include "tile/any/shift.glsl"
#else
#include "tile/single/shift.glsl"
#endif

#endif
