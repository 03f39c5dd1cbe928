/* SPDX-License-Identifier: MIT */
/* The shape of an algorithm that is fastest at a count. */
#ifndef TUNE_SHAPES_H
#define TUNE_SHAPES_H

#include "trial.h"

/*
 * Searches from *best: a grid, unless that is good at a nearby count; then steps from the best
 * shape so far. Shapes that the device refuses are reported and left out. Returns 0 or an exit
 * status, reported.
 */
int tune_shape(struct tuner *tuner, const struct algorithm *entry, uint64_t count, bool grid,
               struct shape *best);

#endif
