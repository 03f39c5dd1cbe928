// SPDX-License-Identifier: MIT
// The mean of the box around each pixel, cut off at the picture's edges, by four corners of the
// summed-area table. A thread takes the four pixels of a word.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_TABLE) readonly buffer Table {
    uint table[];
};
layout(std430, binding = BINDING_MEANS) writeonly buffer Means {
    uint means[];
};
layout(push_constant) uniform Push {
    picture now;
};

// Of the pixels left of x and above y.
uint sum_before(uint x, uint y)
{
    return x == 0 || y == 0 ? 0 : table[(y - 1) * now.width + x - 1];
}

uint mean_around(uint x, uint y)
{
    const uint radius = radius_of(y, now.height);
    const uint left = x - min(x, radius), right = min(x + radius + 1, now.width);
    const uint top = y - min(y, radius), bottom = min(y + radius + 1, now.height);
    const uint number = (right - left) * (bottom - top);
    const uint sum = sum_before(right, bottom) - sum_before(left, bottom) -
                     sum_before(right, top) + sum_before(left, top);
    return (sum + number / 2) / number;
}

void main()
{
    const uint first = 4 * gl_GlobalInvocationID.x;
    const uint count = now.width * now.height;
    if (first >= count)
        return;
    uint word = 0;
    for (uint i = first; i < min(first + 4, count); i++)
        word |= mean_around(i % now.width, i / now.width) << 8 * (i - first);
    means[first / 4] = word;
}
