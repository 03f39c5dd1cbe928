// SPDX-License-Identifier: MIT
// Links twice as far.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(push_constant) uniform Push { uint count, vertices; };

void main()
{
    const uint i = item();
    if (i < vertices)
        to[i] = from[from[i]];
}
