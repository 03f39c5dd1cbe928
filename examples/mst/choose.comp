// SPDX-License-Identifier: MIT
// Chooses the lightest edge out of each tree, which is known at the end of the tree's segment.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Scanned { uvec2 scanned[]; };
layout(std430, binding = 2) writeonly buffer Lightest { uint lightest[]; }; // of tree t at t + 1
layout(std430, binding = 3) writeonly buffer Chosen { uint chosen[]; };
layout(push_constant) uniform Push { uint count, vertices; };

void main()
{
    const uint i = item();
    if (i >= count || keys[i] == vertices || i + 1 < count && keys[i + 1] == keys[i])
        return;
    lightest[keys[i] + 1] = scanned[i].y;
    chosen[scanned[i].y / 2] = 1;
    if (i + 1 == count || keys[i + 1] == vertices)
        lightest[0] = i + 1; // half edges between trees
}
