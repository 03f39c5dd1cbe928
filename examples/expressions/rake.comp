// SPDX-License-Identifier: MIT
// Takes every second number that is left, if it is a child on this side, and its parent out of the tree:
// its sibling, with a function that has them in it, takes the parent's place. No two are neighbours,
// so that no thread touches what another does.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) buffer Nodes { node nodes[]; };
layout(push_constant) uniform Push { parameters p; };

void main()
{
    const uint i = 2 * item() + 1 << p.round;
    if (i > p.operators || nodes[i].side != p.side)
        return;
    const node number = nodes[i], parent = nodes[number.parent];
    const uint sibling = parent.children[1 - p.side], c = number.a * number.token + number.b;
    uint scale = 1, offset = c; // of the parent's value by the sibling's
    if (parent.token == 42)
        scale = c, offset = 0;
    else if (parent.token == 45)
        scale = p.side == 0 ? -1 : 1, offset = p.side == 0 ? c : -c;
    nodes[sibling].b = parent.a * (scale * nodes[sibling].b + offset) + parent.b;
    nodes[sibling].a *= parent.a * scale;
    nodes[sibling].parent = parent.parent;
    nodes[sibling].side = parent.side;
    if (parent.parent != NONE)
        nodes[parent.parent].children[parent.side] = sibling;
}
