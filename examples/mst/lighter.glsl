// SPDX-License-Identifier: MIT
// The lighter of two half edges, (weight, index), and of equals the first: all weights then differ.
#define ELEMENT uvec2
#define ELEMENT_WORDS 2
#define COMMUTATIVE

uvec2 identity() { return uvec2(0xffffffffu); }
uvec2 combine(uvec2 left, uvec2 right)
{
    return left.x < right.x || left.x == right.x && left.y < right.y ? left : right;
}
