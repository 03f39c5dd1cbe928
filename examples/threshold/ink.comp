// SPDX-License-Identifier: MIT
// Compares each pixel with the mean of the box around it, which four corners of the summed-area table
// give. A thread takes the four pixels of a word.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Pixels {
    uint pixels[];
};
layout(std430, binding = 1) readonly buffer Table {
    uint table[];
};
layout(std430, binding = 2) writeonly buffer Results {
    uint results[];
};
layout(push_constant) uniform Push {
    means now;
};

// Of the pixels left of x and above y.
uint sum_before(uint x, uint y)
{
    return x == 0 || y == 0 ? 0 : table[(y - 1) * now.width + x - 1];
}

uint result_at(uint x, uint y, uint pixel)
{
    const uint left = x - min(x, now.radius), right = min(x + now.radius + 1, now.width);
    const uint top = y - min(y, now.radius), bottom = min(y + now.radius + 1, now.height);
    const uint sum = sum_before(right, bottom) - sum_before(left, bottom) -
                     sum_before(right, top) + sum_before(left, top);
    return ink_or_paper(pixel, (right - left) * (bottom - top), sum, now.percent);
}

void main()
{
    const uint first = 4 * item(), count = now.width * now.height;
    if (first >= count)
        return;
    uint word = 0;
    for (uint i = first; i < min(first + 4, count); i++) {
        const uint shift = 8 * (i - first);
        word |= result_at(i % now.width, i / now.width, pixels[first / 4] >> shift & 255) << shift;
    }
    results[first / 4] = word;
}
