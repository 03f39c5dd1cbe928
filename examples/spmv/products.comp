// SPDX-License-Identifier: MIT
// Each entry times the element of x in its column.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "item.glsl"

layout(std430, binding = 0) readonly buffer Columns {
    uint columns[];
};
layout(std430, binding = 1) readonly buffer Values {
    float values[];
};
layout(std430, binding = 2) readonly buffer Vector {
    float x[];
};
layout(std430, binding = 3) writeonly buffer Products {
    float products[];
};
layout(push_constant) uniform Push {
    uint count;
};

void main()
{
    const uint i = item();
    if (i < count)
        products[i] = values[i] * x[columns[i]];
}
