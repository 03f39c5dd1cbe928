// SPDX-License-Identifier: MIT
// Moves the particles, counts them per cell, and sums their kinetic energy per workgroup.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "grid.glsl"

layout(std430, binding = BINDING_CELLS) buffer Counts {
    uint counts[];
};
layout(std430, binding = BINDING_ENERGY) writeonly buffer Energies {
    float energies[];
};

// What vkscan/workgroup.glsl asks of its includer: the element, its operator and identity, the
// workgroup's size, and the subgroup size that the pipeline requires. This one requires none.
#define T float
T combine(T left, T right)
{
    return left + right;
}
T identity()
{
    return 0.0;
}
const uint SUBGROUP_SIZE = 0;
#define VKS_BUILT_IN_REDUCE(value) return subgroupAdd(value); // in place of shuffles and combine()

// Shared memory: WORKGROUP_SIZE x 4 bytes = 512 bytes, a slot for each subgroup.
#include "vkscan/workgroup.glsl"

vec2 attraction(vec2 position, vec2 mass)
{
    const vec2 towards = mass - position;
    return MASS * towards * pow(dot(towards, towards) + SOFTENING, -1.5);
}

// Moves and counts one particle; returns its kinetic energy.
float move(uint i)
{
    particle p = source[i];
    p.velocity += now.duration *
                  (attraction(p.position, now.masses[0]) + attraction(p.position, now.masses[1]));
    p.position = fract(p.position + now.duration * p.velocity);
    // The order of a cell's particles is that in which their atomics happen to be executed.
    p.rank = atomicAdd(counts[cell_of(p.position)], 1);
    target[i] = p;
    return 0.5 * dot(p.velocity, p.velocity);
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    // Threads beyond the last particle take part with the identity: the reductions below need the
    // whole subgroup, and the whole workgroup.
    const float energy = i < now.particles ? move(i) : identity();
    const float total = vks_workgroup_reduce(vks_subgroup_reduce(energy));
    if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0) // who alone has the total
        energies[gl_WorkGroupID.x] = total;
}
