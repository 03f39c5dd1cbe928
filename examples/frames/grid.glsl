// SPDX-License-Identifier: MIT
// The uniform grid over the unit square, row by row.
#ifndef GRID_GLSL
#define GRID_GLSL

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_SOURCE) readonly buffer Source {
    particle source[];
};
layout(std430, binding = BINDING_TARGET) writeonly buffer Target {
    particle target[];
};

layout(push_constant) uniform Push {
    step now;
};

// Exact, as the side is a power of two: so the CPU finds the same cell.
uint cell_of(vec2 position)
{
    const uvec2 cell = min(uvec2(position * float(now.side)), uvec2(now.side - 1));
    return cell.y * now.side + cell.x;
}

#endif
