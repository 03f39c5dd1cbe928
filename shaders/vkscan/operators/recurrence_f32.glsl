// SPDX-License-Identifier: MIT
// Linear recurrences x[i] = a[i] x[i-1] + b[i]: the element is (a, b), the function that takes
// x[i-1] to x[i], and elements are combined as functions are, the left one first. With the seed
// (0, x0) the second component of an inclusive scan is x. Blelloch, "Prefix Sums and Their
// Applications", 1990, section 1.4.
#define ELEMENT vec2
#define ELEMENT_WORDS 2

vec2 identity()
{
    return vec2(1, 0);
}

vec2 combine(vec2 left, vec2 right)
{
    precise const float b = right.x * left.y + right.y;
    precise const float a = left.x * right.x;
    return vec2(a, b);
}
