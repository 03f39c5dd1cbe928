// SPDX-License-Identifier: MIT
// A predicate: spheres (x, y, z, radius) with a part in front of a plane,
// a x + b y + c z + d > -radius. The seed is (a, b, c, d), of which (a, b, c) has length 1 and points
// to the front.
#define PREDICATE
#define ELEMENT vec4
#define ELEMENT_WORDS 4
#define SEED vec4
#define SEED_WORDS 4

bool keep(vec4 sphere, vec4 plane, uint index)
{
    precise const float above =
        sphere.x * plane.x + sphere.y * plane.y + sphere.z * plane.z + plane.w;
    return above > -sphere.w;
}
