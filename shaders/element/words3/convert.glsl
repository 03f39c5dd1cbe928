// SPDX-License-Identifier: MIT
// Elements are keys, component by component.
#ifndef WORDS3_CONVERT_GLSL
#define WORDS3_CONVERT_GLSL

#include "element/keys.glsl"
DEFINE_KEYS(W, BOOLS)
layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;
#include "element/convert_keys.glsl"

#endif
