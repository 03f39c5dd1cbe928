// SPDX-License-Identifier: MIT
// Makes an element of the recurrence of each sample, which is taken for a real number from -1 to 1.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Samples {
    int samples[];
};
layout(std430, binding = 1) writeonly buffer Elements {
    vec4 elements[];
};
layout(push_constant) uniform Push {
    parts now;
};

void main()
{
    const uint i = item();
    if (i >= now.count)
        return;
    const int x = bitfieldExtract(samples[i / 2], int(16 * (i % 2)), 16);
    elements[i] = vec4(now.pole, float(x) / 32768, 0);
}
