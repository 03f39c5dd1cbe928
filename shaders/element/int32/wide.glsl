// SPDX-License-Identifier: MIT
// Arithmetic of integers of 64 bits as two words.
#ifndef WIDE_GLSL
#define WIDE_GLSL

uvec2 wide_sum(uvec2 left, uvec2 right)
{
    uint carry;
    const uint low = uaddCarry(left.x, right.x, carry);
    return uvec2(low, left.y + right.y + carry);
}

uvec2 wide_product(uvec2 left, uvec2 right)
{
    uint high, low;
    umulExtended(left.x, right.x, high, low);
    return uvec2(low, high + left.x * right.y + left.y * right.x);
}

bool wide_less(uvec2 left, uvec2 right)
{
    return left.y < right.y || left.y == right.y && left.x < right.x;
}

#endif
