// SPDX-License-Identifier: MIT
// The logarithm of each pixel's luminance: eyes and cameras go by ratios of light.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_PIXELS) readonly buffer Pixels {
    float pixels[];
};
layout(std430, binding = BINDING_LEVELS) writeonly buffer Levels {
    float levels[];
};
layout(push_constant) uniform Push {
    picture now;
};

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < now.count)
        levels[i] = log2(dot(vec3(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]),
                             vec3(LUMINANCE)));
}
