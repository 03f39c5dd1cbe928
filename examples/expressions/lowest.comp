// SPDX-License-Identifier: MIT
// A level of a tree of minima, whose node i has the children 2 i and 2 i + 1.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) buffer Lowest { uint lowest[]; };
layout(push_constant) uniform Push { parameters p; };

void main()
{
    const uint i = (p.room >> p.round) + item();
    if (i < p.room >> p.round << 1)
        lowest[i] = min(lowest[2 * i], lowest[2 * i + 1]);
}
