// SPDX-License-Identifier: MIT
// Tells each key on which side of its segment's pivot it is.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) buffer Words { uint words[]; }; // a key, and in two bits its side
layout(std430, binding = 1) readonly buffer Pivots { uint pivots[]; };
layout(std430, binding = 2) writeonly buffer Unsorted { uint unsorted; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const uint key = words[i] >> 2, pivot = pivots[i] >> 2;
    const uint side = key < pivot ? 0 : key == pivot ? 1 : 2;
    words[i] = key << 2 | side;
    if (side != 1)
        unsorted = 1;
}
