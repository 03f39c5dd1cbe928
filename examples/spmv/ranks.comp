// SPDX-License-Identifier: MIT
// The ranks of the next step of PageRank. What the links do not hand on, with those of pages without
// links, goes to all pages alike, so that all ranks sum to 1.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Linked {
    float linked[]; // what comes by links
};
layout(std430, binding = 1) readonly buffer Total {
    float total; // of linked
};
layout(std430, binding = 2) writeonly buffer Ranks {
    float ranks[];
};
layout(push_constant) uniform Push {
    uint count;
    float damping;
};

void main()
{
    const uint i = item();
    if (i < count)
        ranks[i] = damping * linked[i] + (1 - damping * total) / count;
}
