/* SPDX-License-Identifier: MIT */
#ifndef SCENE_H
#define SCENE_H

#include "image.h"

/* A dark hall with spheres and a window, through which the sun shines: its brightest pixels have a
 * million times the light of its darkest. */
void scene_paint(struct light *pixels, uint32_t width, uint32_t height);

#endif
