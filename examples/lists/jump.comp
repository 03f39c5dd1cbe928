// SPDX-License-Identifier: MIT
// A step of a scan over lists: each element takes in what the one at its link has, and links where that
// one does, twice as far.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer From {
    element from[];
};
layout(std430, binding = 1) writeonly buffer To {
    element to[];
};
layout(push_constant) uniform Push {
    uint count;
};

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const element near = from[i], far = from[near.link];
    to[i] = element(far.link, near.count + far.count, near.sum + far.sum);
}
