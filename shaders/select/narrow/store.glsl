// SPDX-License-Identifier: MIT
// Stores of narrow elements.
#ifndef SELECT_NARROW_STORE_GLSL
#define SELECT_NARROW_STORE_GLSL

#define UNITS_PER_WORD INPUT_PER_WORD
#include "select/part.glsl"

#endif
