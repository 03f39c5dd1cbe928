// SPDX-License-Identifier: MIT
// The farthest point, and of equals the first: in the order of points none between two others.
#define ELEMENT uvec2
#define ELEMENT_WORDS 2
#define COMMUTATIVE
#define INPUT_WORDS 1

uvec2 map(uint distance, uint index) { return uvec2(distance, index); }
uvec2 identity() { return uvec2(0, 0xffffffffu); }
uvec2 combine(uvec2 left, uvec2 right)
{
    return left.x > right.x || left.x == right.x && left.y < right.y ? left : right;
}
