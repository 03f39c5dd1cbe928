// SPDX-License-Identifier: MIT
// A point for each that is kept, in the order of the sort, at the centre of its pixel.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "point.h"

layout(std430, binding = 0) readonly buffer Points {
    point points[];
};
layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(push_constant) uniform Push {
    vec2 size; // of the image, in pixels
};

layout(location = 0) flat out vec4 colour;

void main()
{
    const point p = points[order[gl_VertexIndex]];
    colour = unpackUnorm4x8(p.colour);
    gl_Position = vec4(2.0 * (vec2(p.column, p.row) + 0.5) / size - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
