// SPDX-License-Identifier: MIT
// Linear recurrences of complex numbers w[i] = p w[i-1] + x[i]: the element is (p, x), the function that
// takes w[i-1] to w[i], and elements are combined as functions are, the left one first.
#define ELEMENT vec4
#define ELEMENT_WORDS 4

vec2 complex_product(vec2 a, vec2 b)
{
    precise const vec2 product = vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    return product;
}

vec4 identity()
{
    return vec4(1, 0, 0, 0);
}

vec4 combine(vec4 left, vec4 right)
{
    precise const vec2 value = complex_product(right.xy, left.zw) + right.zw;
    return vec4(complex_product(left.xy, right.xy), value);
}
