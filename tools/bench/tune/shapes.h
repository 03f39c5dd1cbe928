/* SPDX-License-Identifier: MIT */
/* Finds the shape of an algorithm that is fastest at a count. */
#ifndef TUNE_SHAPES_H
#define TUNE_SHAPES_H

#include "trial.h"

/* Searches from *best, which should be good at a nearby count: with `grid` a grid first; then by
 * steps from the best shape so far. Shapes that the device refuses are reported and left out.
 * Returns 0 or an exit status, reported. */
int tune_shape(struct tuner *tuner, const struct algorithm *entry, uint64_t count, bool grid,
               struct shape *best);

#endif
