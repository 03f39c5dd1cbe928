// SPDX-License-Identifier: MIT
// A square of four vertices around each disc, in the order of the sort.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "disc.h"

layout(std430, binding = 0) readonly buffer Discs {
    disc discs[];
};
layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(push_constant) uniform Push {
    camera view;
};

layout(location = 0) out vec2 at;
layout(location = 1) flat out vec4 colour;
layout(location = 2) flat out float glow;

void main()
{
    const disc d = discs[order[gl_InstanceIndex]];
    at = EXTENT * (2.0 * vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) - 1.0);
    colour = unpackUnorm4x8(d.colour);
    glow = d.glow;
    const vec4 p = vec4(d.centre + at.x * d.right + at.y * d.up, 1.0);
    gl_Position = vec4(dot(view.x, p), dot(view.y, p), 0.0, dot(view.w, p));
}
