// SPDX-License-Identifier: MIT
// The digit of a key that the tile is sorted by: that of the pass, or with ONE_TILE each digit in
// turn.
#ifndef DIGIT_IN_TURN_GLSL
#define DIGIT_IN_TURN_GLSL

#include "port/workgroup_size.glsl"
#include "sort/keys.glsl"

uint sorted_by; // as dispatch.parameter

uint digit_of(K key)
{
    return bits_of(ordered_form(key), DIGIT_FIRST(sorted_by), DIGIT_BITS(sorted_by));
}

#endif
