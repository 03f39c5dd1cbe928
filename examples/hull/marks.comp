// SPDX-License-Identifier: MIT
// Makes the farthest point outside of each edge a vertex, with which a segment begins.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Farthest {
    uvec2 farthest[]; // of each edge: distance and place
};
layout(std430, binding = 1) readonly buffer Number {
    uint number; // of edges and, which has none, the last vertex
};
layout(std430, binding = 2) writeonly buffer Heads {
    uint heads[];
};
layout(push_constant) uniform Push {
    uint count;
};

void main()
{
    const uint i = item();
    if (i < min(number, count) && farthest[i].x > 0)
        heads[farthest[i].y] = 1;
}
