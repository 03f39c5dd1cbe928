// SPDX-License-Identifier: MIT
// The digit of a key that a pass sorts by.
#ifndef DIGIT_OF_PASS_GLSL
#define DIGIT_OF_PASS_GLSL

#include "port/workgroup_size.glsl"
#include "sort/keys.glsl"

uint digit_of(K key)
{
    return bits_of(ordered_form(key), DIGIT_FIRST(dispatch.parameter),
                   DIGIT_BITS(dispatch.parameter));
}

#endif
