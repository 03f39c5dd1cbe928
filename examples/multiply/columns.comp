// SPDX-License-Identifier: MIT
// Sums each column of a multiplication by hand: the products of words a[i] b[k - i], in three words.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer A {
    uint a[];
};
layout(std430, binding = 1) readonly buffer B {
    uint b[];
};
layout(std430, binding = 2) writeonly buffer Columns {
    uvec4 columns[]; // words of the sum, the least significant first, and 0
};
layout(push_constant) uniform Push {
    uint a_words, b_words;
};

void main()
{
    const uint k = item();
    if (k >= a_words + b_words)
        return;
    const uint first = k < b_words ? 0 : k - b_words + 1;
    uvec4 sum = uvec4(0);
    for (uint i = first; i < a_words && i <= k; i++) {
        uint high, low, carry;
        umulExtended(a[i], b[k - i], high, low);
        sum.x = uaddCarry(sum.x, low, carry);
        high += carry; // which it has room for: (2^32 - 1)^2 + 2^32 - 1 < 2^64
        sum.y = uaddCarry(sum.y, high, carry);
        sum.z += carry;
    }
    columns[k] = sum;
}
