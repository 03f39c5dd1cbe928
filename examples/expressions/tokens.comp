// SPDX-License-Identifier: MIT
// Makes nodes of numbers and operators, and tells how strongly operators bind: by brackets, then as usual.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Text { uint text[]; };
layout(std430, binding = 1) readonly buffer Levels { uvec2 levels[]; };
layout(std430, binding = 2) writeonly buffer Lowest { uint lowest[]; }; // from `room` on: of operators
layout(std430, binding = 3) writeonly buffer Nodes { node nodes[]; };
layout(push_constant) uniform Push { parameters p; };

bool is_digit(uint i)
{
    return i < p.count && text[i] >= 48 && text[i] < 58;
}

void main()
{
    const uint i = item();
    if (i >= p.count || text[i] <= 41 || is_digit(i) && is_digit(i - 1))
        return;
    const uint at = levels[i].x; // as many numbers as operators are before a number
    uint token = text[i];
    if (is_digit(i)) {
        token = 0;
        for (uint digit = i; is_digit(digit); digit++)
            token = 10 * token + text[digit] - 48;
    } else
        lowest[p.room + at] = 2 * levels[i].y + uint(token == 42);
    nodes[is_digit(i) ? at : p.operators + 1 + at] = node(NONE, 0, uint[2](NONE, NONE), token, 1, 0);
}
