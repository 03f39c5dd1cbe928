/* SPDX-License-Identifier: MIT */
/* Which algorithm, in which shape, is the fastest at which counts. The shapes of the largest size
 * are in the row already, as the first of their layouts. */
#ifndef TUNE_RANGES_H
#define TUNE_RANGES_H

#include "trial.h"

/* Gives a layout the shapes that are faster at other sizes: see tune_choose.h. Returns 0 or an exit
 * status, reported. */
int tune_further(struct tuner *tuner, enum layout layout);

/* Gives the persistent layouts of the primitive their ranges, and such shapes too. */
int tune_ranges(struct tuner *tuner, vkscan_primitive primitive);

#endif
