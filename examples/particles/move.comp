// SPDX-License-Identifier: MIT
// Moves those that live, and makes discs of them. Dispatched indirectly: no thread is there for the
// others, but those of the last workgroup.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "motion.h"

layout(local_size_x = WORKGROUP_SIZE) in;

layout(std430, binding = BINDING_PARTICLES) buffer Particles {
    particle particles[];
};
layout(std430, binding = BINDING_DEATHS) readonly buffer Deaths {
    float deaths[];
};
layout(std430, binding = BINDING_ALIVE) readonly buffer Alive {
    uint alive[];
};
layout(std430, binding = BINDING_COUNTERS) readonly buffer Counters {
    uint alive_count;
};
layout(std430, binding = BINDING_DISCS) writeonly buffer Discs {
    disc discs[];
};
layout(std430, binding = BINDING_DEPTHS) writeonly buffer Depths {
    float depths[];
};
layout(push_constant) uniform Push {
    step frame;
};

// Sparks add to what is behind them. The others do at first, and end as smoke, which hides it.
disc create_disc(particle p, float age)
{
    const bool spark = p.size == SPARK;
    const vec3 flame = mix(vec3(1.0, 0.62, 0.22), vec3(0.95, 0.2, 0.06), smoothstep(0.0, 0.3, age));
    const vec3 smoke = mix(vec3(0.5, 0.04, 0.3), vec3(0.05, 0.1, 0.24), smoothstep(0.4, 0.9, age));
    const vec3 gold = mix(vec3(1.0, 0.8, 0.45), vec3(1.0, 0.35, 0.08), age);
    const vec3 colour = spark ? gold : mix(flame, smoke, smoothstep(0.2, 0.6, age));
    const float opacity = (spark ? 0.9 : 0.3) * smoothstep(0.0, 0.03, age) *
                          (1.0 - smoothstep(0.6, 1.0, age));
    const float size = frame.size * p.size * (spark ? 1.0 : 0.7 + 2.0 * age);
    disc d;
    d.centre = p.position;
    d.colour = packUnorm4x8(vec4(colour, opacity));
    d.right = size * normalize(frame.from.x.xyz);
    d.reach = EXTENT * size;
    d.up = size * normalize(frame.from.y.xyz);
    d.glow = spark ? 1.0 : 0.85 * (1.0 - smoothstep(0.15, 0.6, age));
    return d;
}

void main()
{
    const uint j = gl_GlobalInvocationID.x;
    if (j < alive_count) {
        const uint i = alive[j];
        const particle p = move(particles[i]);
        const float age = (frame.now - p.birth) / (deaths[i] - p.birth);
        const disc d = create_disc(p, age);
        particles[i] = p;
        discs[j] = d;
        depths[j] = visible_depth(frame.from, d.centre, d.reach);
    }
}
