// SPDX-License-Identifier: MIT
// Tells how far outside each point is of the edge of its segment; 0 if it is inside.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Points {
    uint points[]; // ascending
};
layout(std430, binding = 1) readonly buffer Edges {
    uint edges[]; // of each place, from 1 on
};
layout(std430, binding = 2) readonly buffer Vertices {
    uint vertices[]; // places
};
layout(std430, binding = 3) writeonly buffer Distances {
    uint distances[];
};
layout(push_constant) uniform Push {
    uint count; // of places: the points, and all but the last once more in descending order
};

uint point_at(uint place)
{
    return points[min(place, count - 1 - place)];
}

void main()
{
    const uint i = item();
    if (i >= count)
        return;
    const uint from = vertices[edges[i] - 1], to = i + 1 < count ? vertices[edges[i]] : from;
    distances[i] = max(0, int(area(point_at(from), point_at(to), point_at(i))));
}
