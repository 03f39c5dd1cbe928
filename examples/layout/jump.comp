// SPDX-License-Identifier: MIT
// Begins a line where one that begins a line links to, and links twice as far.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, binding = 2) buffer Heads { uint heads[]; };
layout(push_constant) uniform Push { uint count, width; };

void main()
{
    const uint i = item();
    if (i > count)
        return;
    const uint next = from[i];
    to[i] = from[next];
    if ((i == 0 || heads[i] != 0) && next < count)
        heads[next] = 1;
}
