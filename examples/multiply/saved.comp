// SPDX-License-Identifier: MIT
// Carry-save addition: the three words that fall on word k, of columns k, k - 1 and k - 2, become two,
// bit by bit: their sum without carries, and the carries, one bit higher.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Columns {
    uvec4 columns[];
};
layout(std430, binding = 1) writeonly buffer Words {
    uvec2 words[]; // of the two numbers whose sum is the product
};
layout(push_constant) uniform Push {
    uint a_words, b_words;
};

uvec3 words_at(uint k)
{
    return uvec3(columns[k].x, k > 0 ? columns[k - 1].y : 0, k > 1 ? columns[k - 2].z : 0);
}

uint carries_of(uvec3 w)
{
    return (w.x & w.y) | (w.y & w.z) | (w.x & w.z);
}

void main()
{
    const uint k = item();
    if (k >= a_words + b_words)
        return;
    const uvec3 w = words_at(k);
    const uint below = k > 0 ? carries_of(words_at(k - 1)) >> 31 : 0;
    words[k] = uvec2(w.x ^ w.y ^ w.z, carries_of(w) << 1 | below);
}
