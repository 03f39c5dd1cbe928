// SPDX-License-Identifier: MIT
// Finds each character's width and height, and where words begin and end.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Text { uint text[]; };
layout(std430, binding = 1) writeonly buffer Widths { uint widths[]; };
layout(std430, binding = 2) writeonly buffer Heights { uint heights[]; };
layout(std430, binding = 3) writeonly buffer Ends { uint ends[]; };
layout(push_constant) uniform Push { uint count, width; };

// Before the text and behind it are spaces.
uint character_at(uint i)
{
    return i < count ? bitfieldExtract(text[i / 4], int(i % 4 * 8), 8) : 32;
}

void main()
{
    const uint i = item();
    if (i > count)
        return;
    const uint character = character_at(i), before = character_at(i - 1);
    widths[i] = width_of(character, before, width);
    heights[i] = height_of(character, before, character_at(i - 2));
    ends[i] = uint((character <= 32) != (before <= 32));
}
