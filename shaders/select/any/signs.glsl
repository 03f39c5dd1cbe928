// SPDX-License-Identifier: MIT
// Zeros and NaNs of elements that are numbers of 32 bits.
#ifndef SELECT_ANY_SIGNS_GLSL
#define SELECT_ANY_SIGNS_GLSL

const uint SIGN = BINARY32.sign;

#define FOR_WIDE(statement)
#include "select/zero_and_nan.glsl"

#endif
