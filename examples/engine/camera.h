/* SPDX-License-Identifier: MIT */
#ifndef CAMERA_H
#define CAMERA_H

#include <stdbool.h>

#include "disc.h"

vec3 add(vec3 a, vec3 b);
vec3 scale(float s, vec3 a);
vec3 cross(vec3 a, vec3 b);
float dot(vec3 a, vec3 b);
vec3 normalize(vec3 a);

/* At `eye`, towards `target`, with y upwards; `focal` is 1 where the picture is 90 degrees high,
 * and aspect its width by its height. */
struct camera camera_look(vec3 eye, vec3 target, float focal, float aspect);

/* Whether these are the depths of the discs, and of those that are seen; says what is not. */
bool camera_verify(const struct camera *camera, const struct disc *discs, const float *depths,
                   uint32_t count);

#endif
