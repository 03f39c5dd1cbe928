/* SPDX-License-Identifier: MIT */
/*
 * Two discs of stars that pass each other, so that grid cells fill unevenly. The stars attract
 * nothing. Toomre and Toomre, "Galactic Bridges and Tails", 1972.
 */
#ifndef GALAXIES_H
#define GALAXIES_H

#include <stdint.h>

#include "interface.h"

struct galaxies {
    vec2 centres[2];
    vec2 velocities[2];
};

void galaxies_create(struct galaxies *galaxies, struct particle *stars, uint32_t count);
void galaxies_move(struct galaxies *galaxies, float duration);

#endif
