// SPDX-License-Identifier: MIT
// 2 I - P, of the product P of the matrix and its approximate inverse.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Products {
    float products[];
};
layout(std430, binding = 1) writeonly buffer Factors {
    float factors[];
};
layout(push_constant) uniform Push {
    uint n;
};

void main()
{
    const uint i = item();
    if (i < n * n)
        factors[i] = (i / n == i % n ? 2 : 0) - products[i];
}
