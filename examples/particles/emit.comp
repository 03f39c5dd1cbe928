// SPDX-License-Identifier: MIT
// Particles that are born in this frame, in the places of the oldest.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "motion.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_PARTICLES) writeonly buffer Particles {
    particle particles[];
};
layout(std430, binding = BINDING_DEATHS) writeonly buffer Deaths {
    float deaths[];
};
layout(push_constant) uniform Push {
    step frame;
};

void main()
{
    const uint k = gl_GlobalInvocationID.x;
    if (k < frame.emitted) {
        const uint place = (frame.first + k) % frame.capacity;
        particles[place] = emit(frame.number + k, frame.now);
        deaths[place] = death_of(frame.number + k, frame.now, frame.longest);
    }
}
