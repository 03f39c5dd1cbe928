// SPDX-License-Identifier: MIT
// Exposes each pixel by two percentiles of the picture's luminance, which are searched for in the
// sums of its histogram. By Reinhard's curve: Photographic Tone Reproduction for Digital Images, 2002.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "interface.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_PIXELS) readonly buffer Pixels {
    float pixels[];
};
layout(std430, binding = BINDING_SUMS) readonly buffer Sums {
    uint sums[];
};
layout(std430, binding = BINDING_RESULT) writeonly buffer Result {
    uint result[];
};
layout(push_constant) uniform Push {
    picture now;
};

// The luminance that so large a part of all pixels in the bins has at most.
float luminance_at(float part)
{
    const float wanted = part * float(sums[BINS - 1]);
    uint bin = 0;
    for (uint stride = BINS / 2; stride > 0; stride /= 2)
        if (float(sums[bin + stride - 1]) < wanted)
            bin += stride;
    const float before = bin > 0 ? float(sums[bin - 1]) : 0;
    const float place = (wanted - before) / max(float(sums[bin]) - before, 1);
    return exp2(DARKEST + (float(bin) + place) * ((BRIGHTEST - DARKEST) / BINS));
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= now.count)
        return;
    const float exposure = GREY / luminance_at(MIDDLE);
    const float white = max(exposure * luminance_at(WHITE), 1);
    const vec3 light = exposure * vec3(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
    const float before = dot(light, vec3(LUMINANCE));
    const vec3 seen = light * (1 + before / (white * white)) / (1 + before);
    result[i] = packUnorm4x8(vec4(pow(seen, vec3(1 / 2.2)), 1));
}
