// SPDX-License-Identifier: MIT
// combine() is the sum.
#ifndef PACKED_COMBINE_GLSL
#define PACKED_COMBINE_GLSL

T combine(T left, T right)
{
    return left + right;
}

#endif
