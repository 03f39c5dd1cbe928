/* SPDX-License-Identifier: MIT */
/* Which algorithm, in which shape, is the fastest at which counts. The shapes for the largest size
 * have been found: they are the algorithms' first policies. */
#ifndef TUNE_RANGES_H
#define TUNE_RANGES_H

#include "trial.h"

/* Replaces an algorithm's policies in tuner->best. */
void tune_set_policies(struct tuner *tuner, const struct algorithm *entry,
                       const struct policies *policies);

/* Gives an algorithm the policies that are faster at other sizes: see choose.h. Returns 0 or an
 * exit status, reported. */
int tune_further(struct tuner *tuner, const struct algorithm *entry);

/* Gives the persistent algorithms of the primitive their ranges, and such policies too. */
int tune_ranges(struct tuner *tuner, vkscan_primitive primitive);

#endif
