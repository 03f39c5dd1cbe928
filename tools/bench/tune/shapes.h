/* SPDX-License-Identifier: MIT */
/* The shape of an algorithm that is fastest at a count. */
#ifndef TUNE_SHAPES_H
#define TUNE_SHAPES_H

#include "trial.h"

/*
 * Puts it into *best, where the search begins: a grid, and from the best shape on step by step.
 * What the device refuses of other shapes is said. Returns 0 or an exit status, reported.
 */
int tune_shape(struct tuner *tuner, const struct algorithm *entry, uint64_t count,
               struct shape *best);

/* The same without the grid: for a shape that is good at a count nearby. */
int tune_shape_near(struct tuner *tuner, const struct algorithm *entry, uint64_t count,
                    struct shape *best);

#endif
