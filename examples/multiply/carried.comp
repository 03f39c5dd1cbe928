// SPDX-License-Identifier: MIT
// Adds the words of two numbers and what is carried into each.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Words {
    uvec2 words[];
};
layout(std430, binding = 1) buffer Product {
    uint product[]; // bit 0 is the carry, in front
};
layout(push_constant) uniform Push {
    uint a_words, b_words;
};

void main()
{
    const uint k = item();
    if (k < a_words + b_words)
        product[k] = words[k].x + words[k].y + (product[k] & 1);
}
