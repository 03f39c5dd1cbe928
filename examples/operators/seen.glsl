// SPDX-License-Identifier: MIT
// A predicate: particles that live, and whose depth is between two planes. What a run is given is the
// time and where the planes are.
struct Particle {
    vec3 position;
    float death;
};
#define PREDICATE
#define ELEMENT Particle
#define ELEMENT_WORDS 4

struct View {
    float time, near_z, far_z;
};
#define SEED View
#define SEED_WORDS 3

void unpack(uvec4 words, out Particle e)
{
    e = Particle(uintBitsToFloat(words.xyz), uintBitsToFloat(words.w));
}

void unpack(uvec3 words, out View e)
{
    e = View(uintBitsToFloat(words.x), uintBitsToFloat(words.y), uintBitsToFloat(words.z));
}

bool keep(Particle particle, View view, uint index)
{
    const float z = particle.position.z;
    return particle.death > view.time && view.near_z < z && z < view.far_z;
}
