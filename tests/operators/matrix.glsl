// SPDX-License-Identifier: MIT
// 2x2 matrices modulo 2^32, by rows.
#define ELEMENT uvec4
#define ELEMENT_WORDS 4

uvec4 identity()
{
    return uvec4(1, 0, 0, 1);
}

uvec4 combine(uvec4 left, uvec4 right)
{
    return left.xxzz * right.xyxy + left.yyww * right.zwzw;
}
