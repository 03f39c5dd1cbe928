// SPDX-License-Identifier: MIT
// Tells the tree that each half edge leads out of; `vertices` if it stays within.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Halves { uvec2 halves[]; };
layout(std430, binding = 1) readonly buffer Ends { uint ends[]; }; // of half edge h, whose other half is h ^ 1
layout(std430, binding = 2) readonly buffer Trees { uint trees[]; }; // of vertices
layout(std430, binding = 3) writeonly buffer Keys { uint keys[]; };
layout(push_constant) uniform Push { uint count, vertices; };

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const uint half_edge = halves[i].y, tree = trees[ends[half_edge]];
    keys[i] = tree == trees[ends[half_edge ^ 1]] ? vertices : tree;
}
