// SPDX-License-Identifier: MIT
// combine() of vectors, by component.
#ifndef VECTORS_COMBINE_GLSL
#define VECTORS_COMBINE_GLSL

#include "element/combine_vectors.glsl"

T combine(T left, T right)
{
    const T floats =
        floatBitsToUint(combine_floats(uintBitsToFloat(left), uintBitsToFloat(right)));
    const T integers = combine_unsigned(left, right);
    return mix(integers, floats, BOOLS(ARITHMETIC == ARITHMETIC_FLOAT));
}

#endif
