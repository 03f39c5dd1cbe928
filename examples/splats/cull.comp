// SPDX-License-Identifier: MIT
// The depth of each splat; 0 of those that the camera does not see, which select leaves out.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = 0) readonly buffer Splats {
    disc splats[];
};
layout(std430, binding = 1) writeonly buffer Depths {
    float depths[];
};
layout(push_constant) uniform Push {
    view now;
};

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < now.count)
        depths[i] = visible_depth(now.from, splats[i].centre, splats[i].reach);
}
