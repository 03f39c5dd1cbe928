// SPDX-License-Identifier: MIT
// Links a tree's tour: element 2 v goes down to node v, and 2 v + 1 up from it. A thread has one node,
// in the order of their parents, where it is beside the others of its parent. The first of these is
// where the way down to the parent goes on; that of a leaf goes up already.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "../lists/interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Parents {
    uint parents[]; // sorted; the root's is behind all
};
layout(std430, binding = 1) readonly buffer Nodes {
    uint nodes[];
};
layout(std430, binding = 2) buffer Tour {
    element tour[];
};
layout(push_constant) uniform Push {
    uint count; // of nodes
};

void main()
{
    const uint i = item();
    if (i >= count || parents[i] == count)
        return;
    const uint parent = parents[i], node = nodes[i];
    if (i == 0 || parents[i - 1] != parent)
        tour[2 * parent].link = 2 * node;
    const bool is_last = i + 1 == count || parents[i + 1] != parent;
    tour[2 * node + 1].link = is_last ? 2 * parent + 1 : 2 * nodes[i + 1];
}
