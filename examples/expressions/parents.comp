// SPDX-License-Identifier: MIT
// Finds each node's parent: of the nearest operators to both sides that bind less, the one that binds
// more. Of equal operators the left one binds more.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Lowest { uint lowest[]; };
layout(std430, binding = 1) buffer Nodes { node nodes[]; };
layout(push_constant) uniform Push { parameters p; };

// Up to the first subtree on that side with a value below `bound`, then down to its nearest one.
uint find_nearest(uint operator, uint side, uint bound)
{
    uint at = p.room + operator;
    while (at > 1 && ((at & 1) == side || lowest[at ^ 1] >= bound))
        at /= 2;
    if (at <= 1)
        return NONE;
    for (at ^= 1; at < p.room;)
        at = 2 * at + uint(lowest[2 * at + 1 - side] >= bound ? side : 1 - side);
    return at - p.room;
}

void main()
{
    const uint i = item(), number_count = p.operators + 1;
    if (p.operators == 0 || i >= number_count + p.operators)
        return;
    uint left = i - 1, right = i < p.operators ? i : NONE;
    if (i >= number_count) {
        const uint operator = i - number_count, level = lowest[p.room + operator];
        left = find_nearest(operator, 0, level);
        right = find_nearest(operator, 1, level + 1);
    }
    const bool to_left =
        left != NONE && (right == NONE || lowest[p.room + left] >= lowest[p.room + right]);
    const uint parent = to_left ? left : right, side = uint(to_left);
    if (parent == NONE)
        return;
    nodes[i].parent = number_count + parent;
    nodes[i].side = side;
    nodes[number_count + parent].children[side] = i;
}
