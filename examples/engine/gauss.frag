// SPDX-License-Identifier: MIT
// Colours multiplied by opacity, for blending by (1, 1 - alpha).
#version 460
#extension GL_GOOGLE_include_directive : require

#include "disc.h"

layout(location = 0) in vec2 at;
layout(location = 1) flat in vec4 colour;
layout(location = 2) flat in float glow;
layout(location = 0) out vec4 result;

void main()
{
    const float square = dot(at, at);
    if (square >= EXTENT * EXTENT)
        discard;
    const float opacity = colour.a * exp(-0.5 * square);
    result = vec4(colour.rgb * opacity, opacity * (1.0 - glow));
}
