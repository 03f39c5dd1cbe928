/* SPDX-License-Identifier: MIT */
#include "camera.h"

#include <math.h>
#include <stdio.h>

vec3 add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

vec3 scale(float s, vec3 a)
{
    return (vec3){s * a.x, s * a.y, s * a.z};
}

vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

vec3 normalize(vec3 a)
{
    return scale(1 / sqrtf(dot(a, a)), a);
}

/* How far a position is from the eye along an axis. */
static vec4 row_along(vec3 axis, vec3 eye)
{
    return (vec4){axis.x, axis.y, axis.z, -dot(axis, eye)};
}

struct camera camera_look(vec3 eye, vec3 target, float focal, float aspect)
{
    const vec3 forward = normalize(add(target, scale(-1, eye)));
    const vec3 right = normalize(cross(forward, (vec3){0, 1, 0}));
    const vec3 down = cross(forward, right);

    return (struct camera){.x = row_along(scale(focal / aspect, right), eye),
                           .y = row_along(scale(focal, down), eye),
                           .w = row_along(forward, eye),
                           .focal = {focal / aspect, focal},
                           .nearest = 0.05f,
                           .farthest = 100};
}

/* Rounding may decide what is seen of a disc at the border. */
bool camera_verify(const struct camera *camera, const struct disc *discs, const float *depths,
                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const float tolerance = 1e-4f, reach = discs[i].reach;
        const float least = visible_depth(*camera, discs[i].centre, reach - tolerance);
        const float most = visible_depth(*camera, discs[i].centre, reach + tolerance);
        if (!(fabsf(depths[i] - least) <= tolerance || fabsf(depths[i] - most) <= tolerance)) {
            fprintf(stderr, "disc %u is at depth %f, not %f\n", i, depths[i], most);
            return false;
        }
    }
    return true;
}
