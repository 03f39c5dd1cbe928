// SPDX-License-Identifier: MIT
// Puts each particle in its cell's range: an exclusive prefix of the counts is where that begins.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "grid.glsl"

layout(std430, binding = BINDING_CELLS) readonly buffer Prefixes {
    uint prefixes[];
};

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < now.particles) {
        const particle p = source[i];
        target[prefixes[cell_of(p.position)] + p.rank] = p;
    }
}
