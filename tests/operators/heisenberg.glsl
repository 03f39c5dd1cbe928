// SPDX-License-Identifier: MIT
// The Heisenberg group modulo 2^32: triangular matrices, of which the third word tells the order.
#define ELEMENT uvec3
#define ELEMENT_WORDS 3

uvec3 identity()
{
    return uvec3(0);
}

uvec3 combine(uvec3 left, uvec3 right)
{
    return left + right + uvec3(0, 0, left.x * right.y);
}
