// SPDX-License-Identifier: MIT
// All products of a product of matrices, element by element of the result: a[row][k] b[k][column] is
// term k of element (row, column).
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer A {
    float a[];
};
layout(std430, binding = 1) readonly buffer B {
    float b[];
};
layout(std430, binding = 2) writeonly buffer Terms {
    float terms[];
};
layout(push_constant) uniform Push {
    uint n;
};

void main()
{
    const uint i = item();
    if (i >= n * n * n)
        return;
    const uint row = i / n / n, column = i / n % n, k = i % n;
    terms[i] = a[row * n + k] * b[k * n + column];
}
