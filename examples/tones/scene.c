/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>
#include <stddef.h>

#include "camera.h"

#define FAR 1e9f

struct sphere {
    vec3 centre;
    float radius;
    vec3 colour;
};

static const struct sphere spheres[] = {
    {{-1.6f, -0.9f, 5.2f}, 0.9f, {0.8f, 0.25f, 0.15f}},
    {{0.4f, -1.2f, 4.0f}, 0.6f, {0.25f, 0.6f, 0.3f}},
    {{2.2f, -0.7f, 6.0f}, 1.1f, {0.7f, 0.7f, 0.75f}},
    {{-0.4f, -1.5f, 3.0f}, 0.3f, {0.8f, 0.65f, 0.2f}},
};

/* The hall is 8 wide, 4.4 high and 9 deep; its window is in the wall behind. */
static const vec3 hall = {4, 1.8f, 9};
static const vec3 sun = {-0.30f, 0.42f, 0.857f};

static bool is_window(vec3 at)
{
    const bool bar = fabsf(at.x + 1) < 0.05f || fabsf(at.y - 0.35f) < 0.04f;

    return at.z > hall.z - 0.01f && at.x > -2.2f && at.x < 0.2f && at.y > -0.6f && at.y < 1.3f &&
           !bar;
}

static struct light light_of(vec3 c)
{
    return (struct light){{c.x, c.y, c.z}};
}

static vec3 sky(vec3 to)
{
    const float glare = fmaxf(dot(to, sun), 0), height = fmaxf(to.y, 0);
    const vec3 blue = scale(24, (vec3){0.45f - 0.3f * height, 0.65f - 0.2f * height, 1});
    const vec3 ground = {3, 2.6f, 1.8f};

    return add(
        to.y > 0 ? blue : ground,
        scale(40 * powf(glare, 60) + (glare > 0.9985f ? 12000.0f : 0), (vec3){1, 0.9f, 0.7f}));
}

/* Where a ray meets a sphere, in lengths of `to`; FAR if it does not. */
static float meet(const struct sphere *s, vec3 from, vec3 to)
{
    const vec3 offset = add(from, scale(-1, s->centre));
    const float half = dot(offset, to);
    const float root = half * half - dot(offset, offset) + s->radius * s->radius;
    const float at = root > 0 ? -half - sqrtf(root) : FAR;

    return at > 1e-3f ? at : FAR;
}

static float meet_any(vec3 from, vec3 to, const struct sphere **which)
{
    float nearest = FAR;

    for (size_t i = 0; i < sizeof(spheres) / sizeof(spheres[0]); i++) {
        const float at = meet(&spheres[i], from, to);
        if (at < nearest) {
            nearest = at;
            *which = &spheres[i];
        }
    }
    return nearest;
}

/* Where it leaves the hall, and the wall's direction there, inwards. */
static float leave(vec3 from, vec3 to, vec3 *inwards)
{
    const float x = (copysignf(hall.x, to.x) - from.x) / to.x;
    const float y = ((to.y > 0 ? 2.6f : -hall.y) - from.y) / to.y;
    const float z = ((to.z > 0 ? hall.z : -1) - from.z) / to.z;
    const float at = fminf(x, fminf(y, z));

    *inwards = at == x   ? (vec3){-copysignf(1, to.x), 0, 0}
               : at == y ? (vec3){0, -copysignf(1, to.y), 0}
                         : (vec3){0, 0, -copysignf(1, to.z)};
    return at;
}

static vec3 along_ray(vec3 from, float length, vec3 to)
{
    return add(from, scale(length, to));
}

/* What comes straight through the window from the sun, and all around from the sky. */
static float irradiance(vec3 at, vec3 inwards)
{
    const vec3 middle = {-1, 0.35f, hall.z};
    const vec3 to = add(middle, scale(-1, at));
    const float square = dot(to, to);
    const float sky_part = fmaxf(dot(to, inwards), 0) / sqrtf(square) * fmaxf(to.z, 0) / square;
    const struct sphere *none;
    vec3 wall;
    const float end = leave(at, sun, &wall);
    const bool shines = is_window(along_ray(at, end, sun)) && meet_any(at, sun, &none) == FAR;

    return 0.003f + 0.22f * sky_part + (shines ? 30 * fmaxf(dot(sun, inwards), 0) : 0);
}

static vec3 colour_of_wall(vec3 at, vec3 inwards)
{
    const bool odd = ((int)floorf(at.x) + (int)floorf(at.z)) & 1;

    if (inwards.y > 0.5f)
        return odd ? (vec3){0.5f, 0.42f, 0.34f} : (vec3){0.2f, 0.17f, 0.15f};
    return (vec3){0.55f, 0.52f, 0.47f};
}

static vec3 trace(vec3 from, vec3 to, int bounces)
{
    const struct sphere *sphere = NULL;
    vec3 inwards, colour;
    const float wall = leave(from, to, &inwards), hit = meet_any(from, to, &sphere);
    const vec3 at = along_ray(from, fminf(wall, hit), to);

    if (wall < hit && is_window(at))
        return sky(to);
    colour = wall < hit ? colour_of_wall(at, inwards) : sphere->colour;
    if (hit <= wall)
        inwards = scale(1 / sphere->radius, add(at, scale(-1, sphere->centre)));
    const vec3 start = along_ray(at, 1e-3f, inwards);
    const vec3 diffuse = scale(irradiance(start, inwards), colour);
    if (hit > wall || bounces == 0)
        return diffuse;
    const vec3 mirrored = add(to, scale(-2 * dot(to, inwards), inwards));
    return add(scale(0.85f, diffuse), scale(0.15f, trace(start, mirrored, bounces - 1)));
}

void scene_paint(struct light *pixels, uint32_t width, uint32_t height)
{
    const vec3 eye = {0.5f, -0.3f, -0.6f};

    for (uint32_t i = 0; i < width * height; i++) {
        const float x = (2 * (float)(i % width) + 1 - (float)width) / (float)height;
        const float y = ((float)height - 2 * (float)(i / width) - 1) / (float)height;
        pixels[i] = light_of(trace(eye, normalize((vec3){0.62f * x, 0.62f * y, 1}), 2));
    }
}
