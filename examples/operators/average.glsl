// SPDX-License-Identifier: MIT
// An exponential moving average, y[i] = (1 - WEIGHT) y[i-1] + WEIGHT x[i], is a linear recurrence.
#include "vkscan/operators/recurrence_f32.glsl"

#define INPUT_WORDS 1
#define WEIGHT (1.0 / 1024.0)

vec2 map(uint words, uint index)
{
    return vec2(1 - WEIGHT, WEIGHT * uintBitsToFloat(words));
}
