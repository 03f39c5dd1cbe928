// SPDX-License-Identifier: MIT
// Marks the elements that are kept, without subgroup operations.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "select/mark.glsl"

uint stripe_thread()
{
    return gl_LocalInvocationID.x;
}

void mark_stripe(uint first, bool keep)
{
    const uint place = first + gl_LocalInvocationID.x;
    if (keep)
        atomicOr(marks[place / 32], 1u << place % 32);
}

void main()
{
    mark_tiles();
}
