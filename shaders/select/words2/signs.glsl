// SPDX-License-Identifier: MIT
// Zeros and NaNs of elements that are one number of 64 bits, or two of 32.
#ifndef SELECT_WORDS2_SIGNS_GLSL
#define SELECT_WORDS2_SIGNS_GLSL

const uint SIGN = BINARY32.sign;

#define FOR_WIDE(statement) statement
#include "select/zero_and_nan.glsl"

#endif
