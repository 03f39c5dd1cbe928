/* SPDX-License-Identifier: MIT */
/* A torus knot of short strands, in a haze, among stars. */
#ifndef SCENE_H
#define SCENE_H

#include "disc.h"

void scene_create(struct disc *splats, uint32_t count);

/* The camera goes round it; `turn` is from 0 to 1. */
struct camera scene_camera(float turn, float aspect);

#endif
