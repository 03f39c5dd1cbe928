// SPDX-License-Identifier: MIT
// What elimination leaves of each equation: d'[i] = (d - a d'[i-1]) / pivot, with the pivot
// b - a t[i-1], as a linear recurrence (-a / pivot, d / pivot).
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Equations {
    vec4 equations[]; // (a, b, c, d)
};
layout(std430, binding = 1) readonly buffer Maps {
    vec4 maps[]; // of t before the first equation, which is 0, to t[i]
};
layout(std430, binding = 2) writeonly buffer Recurrence {
    vec2 recurrence[];
};
layout(std430, binding = 3) buffer Zero {
    uint first_zero; // the first equation without a pivot
};
layout(push_constant) uniform Push {
    uint count, length;
};

#define LEAST_PIVOT 1e-6 // of the terms whose difference it is

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const vec4 equation = equations[i];
    const bool is_first = i % length == 0;
    const float a = is_first ? 0 : equation.x;
    const float ratio = is_first ? 0 : maps[i - 1].y / maps[i - 1].w;
    const float pivot = equation.y - a * ratio;
    if (!(abs(pivot) > LEAST_PIVOT * max(abs(equation.y), abs(a * ratio))))
        atomicMin(first_zero, i);
    recurrence[i] = vec2(-a, equation.w) / pivot;
}
