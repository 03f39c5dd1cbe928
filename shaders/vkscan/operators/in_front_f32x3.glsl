// SPDX-License-Identifier: MIT
// A predicate: points (x, y, z) in front of a plane, a x + b y + c z + d > 0. The seed is
// (a, b, c, d), of which (a, b, c) points to the front.
#define PREDICATE
#define ELEMENT vec3
#define ELEMENT_WORDS 3
#define SEED vec4
#define SEED_WORDS 4

bool keep(vec3 point, vec4 plane, uint index)
{
    precise const float above =
        point.x * plane.x + point.y * plane.y + point.z * plane.z + plane.w;
    return above > 0;
}
