// SPDX-License-Identifier: MIT
// Products of 2x2 matrices of f32, left to right: the columns one behind the other, as in mat2.
#define ELEMENT vec4
#define ELEMENT_WORDS 4

vec4 identity()
{
    return vec4(1, 0, 0, 1);
}

vec4 combine(vec4 left, vec4 right)
{
    precise const vec2 first = left.xy * right.x + left.zw * right.y;
    precise const vec2 second = left.xy * right.z + left.zw * right.w;
    return vec4(first, second);
}
