/* SPDX-License-Identifier: MIT */
#include "camera.h"

#include <math.h>

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
static vec4 along(vec3 axis, vec3 eye)
{
    return (vec4){axis.x, axis.y, axis.z, -dot(axis, eye)};
}

struct camera camera_look(vec3 eye, vec3 target, float focal, float aspect)
{
    const vec3 forward = normalize(add(target, scale(-1, eye)));
    const vec3 right = normalize(cross(forward, (vec3){0, 1, 0}));
    const vec3 down = cross(forward, right);

    return (struct camera){.x = along(scale(focal / aspect, right), eye),
                           .y = along(scale(focal, down), eye),
                           .w = along(forward, eye),
                           .focal = {focal / aspect, focal},
                           .near = 0.05f,
                           .far = 100};
}
