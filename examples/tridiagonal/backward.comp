// SPDX-License-Identifier: MIT
// Substitution, x[i] = d'[i] - t[i] x[i+1], as a linear recurrence (-t, d') from the last unknown on.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Maps {
    vec4 maps[];
};
layout(std430, binding = 1) buffer Recurrence {
    vec2 recurrence[]; // its second is d', and is so again
};
layout(push_constant) uniform Push {
    uint count, length;
};

void main()
{
    const uint i = item();
    if (i < count)
        recurrence[i].x = (i + 1) % length == 0 ? 0 : -maps[i].y / maps[i].w;
}
