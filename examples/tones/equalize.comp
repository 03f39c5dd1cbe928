// SPDX-License-Identifier: MIT
// Gives each grey the part of all pixels that are darker: then all greys are as frequent. A thread
// takes the four pixels of a word.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_PIXELS) readonly buffer Pixels {
    uint pixels[];
};
layout(std430, binding = BINDING_SUMS) readonly buffer Sums {
    uint sums[];
};
layout(std430, binding = BINDING_RESULT) writeonly buffer Result {
    uint result[];
};
layout(push_constant) uniform Push {
    picture now;
};

float part_below(uint grey)
{
    return grey > 0 ? float(sums[grey - 1]) / float(now.count) : 0;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (4 * i >= now.count)
        return;
    vec4 parts;
    for (int k = 0; k < 4; k++)
        parts[k] = part_below(bitfieldExtract(pixels[i], 8 * k, 8));
    result[i] = packUnorm4x8(parts);
}
