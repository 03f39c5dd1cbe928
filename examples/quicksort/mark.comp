// SPDX-License-Identifier: MIT
// Begins a segment where another side of a segment begins.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Moved { uint moved[]; };
layout(std430, binding = 1) writeonly buffer Words { uint words[]; };
layout(std430, binding = 2) writeonly buffer Heads { uint heads[]; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    words[i] = moved[i];
    if (i == 0 || (moved[i] & 3) != (moved[i - 1] & 3))
        heads[i] = 1;
}
