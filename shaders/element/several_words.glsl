// SPDX-License-Identifier: MIT
// combine() of vectors, by component.
#ifndef SEVERAL_WORDS_GLSL
#define SEVERAL_WORDS_GLSL

#include "element/combine_vectors.glsl"

T combine(T left, T right)
{
    const T floats =
        floatBitsToUint(combine_floats(uintBitsToFloat(left), uintBitsToFloat(right)));
    const T integers = combine_unsigned(left, right);
    return mix(integers, floats, BOOLS(ARITHMETIC == ARITHMETIC_FLOAT));
}

#endif
