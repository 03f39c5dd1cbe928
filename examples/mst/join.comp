// SPDX-License-Identifier: MIT
// Links each tree to the one that its lightest edge leads to; of two that lead to each other the first
// becomes the root. All other vertices link to their tree.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Lightest { uint lightest[]; };
layout(std430, binding = 1) readonly buffer Ends { uint ends[]; };
layout(std430, binding = 2) readonly buffer Trees { uint trees[]; };
layout(std430, binding = 3) writeonly buffer Links { uint links[]; };
layout(push_constant) uniform Push { uint count, vertices; };

void main()
{
    const uint i = item();
    if (i >= vertices)
        return;
    const uint half_edge = lightest[i + 1];
    uint link = trees[i];
    if (half_edge != 0xffffffffu) {
        const uint other = trees[ends[half_edge ^ 1]];
        if (lightest[other + 1] != (half_edge ^ 1) || other < i)
            link = other;
    }
    links[i] = link;
}
