// SPDX-License-Identifier: MIT
// Makes samples of the recurrence's results, which are rounded and clipped. A thread takes the two of
// a word.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Samples {
    int samples[];
};
layout(std430, binding = 1) readonly buffer Elements {
    vec4 elements[];
};
layout(std430, binding = 2) writeonly buffer Filtered {
    int filtered[];
};
layout(push_constant) uniform Push {
    parts now;
};

int filtered_at(uint i, int x)
{
    if (i >= now.count)
        return 0;
    const vec2 w = elements[i].zw;
    const float y = now.through * (float(x) / 32768) +
                    2 * (now.part.x * w.x - now.part.y * w.y);
    return int(clamp(round(y * 32768), -32768, 32767));
}

void main()
{
    const uint i = item();
    if (2 * i >= now.count)
        return;
    const int word = samples[i];
    const int low = filtered_at(2 * i, bitfieldExtract(word, 0, 16));
    const int high = filtered_at(2 * i + 1, word >> 16);
    filtered[i] = (low & 0xffff) | high << 16;
}
