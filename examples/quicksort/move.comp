// SPDX-License-Identifier: MIT
// Moves each key in its segment, behind those of its side before it and all of lower sides.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; }; // in the segment, of each side
layout(std430, binding = 2) readonly buffer Behind { uint behind[]; };
layout(std430, binding = 3) writeonly buffer Moved { uint moved[]; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const uint side = words[i] & 3;
    uint to = i;
    for (uint s = 0; s < side; s++)
        to += behind[3 * i + s];
    for (uint s = side + 1; s < 3; s++)
        to -= before[3 * i + s];
    moved[to] = words[i];
}
