// SPDX-License-Identifier: MIT
// Makes exp(x - highest) / sum of each element x, by the parts of its row: gl_WorkGroupID.y.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_ELEMENTS) readonly buffer Elements {
    uint elements[]; // bits of floats
};
layout(std430, binding = BINDING_PARTS) readonly buffer Parts {
    parts rows[];
};
layout(std430, binding = BINDING_RESULTS) writeonly buffer Results {
    uint results[];
};
layout(push_constant) uniform Push {
    matrix now;
};

#define MINUS_INFINITY 0xff800000u
#define NAN 0x7fc00000u

uint normalize(uint bits, parts of_row)
{
    if (!(of_row.sum > 0))
        return NAN;
    if (bits == MINUS_INFINITY)
        return 0;
    return floatBitsToUint(exp(uintBitsToFloat(bits) - of_row.highest) / of_row.sum);
}

void main()
{
    const uint column = gl_GlobalInvocationID.x;
    const uint i = gl_WorkGroupID.y * now.columns + column;
    if (column < now.columns)
        results[i] = normalize(elements[i], rows[gl_WorkGroupID.y]);
}
