// SPDX-License-Identifier: MIT
// Zeros and NaNs of elements that are numbers of fewer than 32 bits, or of 32.
#ifndef SELECT_NARROW_SIGNS_GLSL
#define SELECT_NARROW_SIGNS_GLSL

const uint SIGN = KEYS_ARE_FLOATS ? BINARY16.sign : BINARY32.sign;

#define FOR_WIDE(statement)
#include "select/zero_and_nan.glsl"

#endif
