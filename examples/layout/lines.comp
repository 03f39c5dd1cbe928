// SPDX-License-Identifier: MIT
// Finds for each word the one that begins the next line if this one begins a line.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Places { uint places[]; };
layout(std430, binding = 1) readonly buffer Words { uint words[]; }; // begins, ends, and so on
layout(std430, binding = 2) writeonly buffer Next { uint next[]; };
layout(push_constant) uniform Push { uint count, width; };

void main()
{
    const uint i = item();
    if (2 * i > count || words[2 * i] == count)
        return;
    const uint most = places[words[2 * i]] + width;
    uint fit = i, beyond = count / 2 + 1; // words, of which the first goes on the line
    while (fit + 1 < beyond) {
        const uint middle = (fit + beyond) / 2;
        if (words[2 * middle] < count && places[words[2 * middle + 1]] <= most)
            fit = middle;
        else
            beyond = middle;
    }
    next[words[2 * i]] = words[2 * beyond];
}
