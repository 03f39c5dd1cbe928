/* SPDX-License-Identifier: MIT */
/* Which algorithm, in which shape, is faster than those before it, and at which counts. */
#ifndef TUNE_RANGE_H
#define TUNE_RANGE_H

#include "tune_measure.h"

/* Gives each persistent layout of the primitive, whose first shape in the row is the fastest at the
 * largest size, its ranges and, behind it, shapes that are faster at other sizes: see
 * tune_choose.h. Returns 0 or an exit status, reported. */
int tune_ranges(struct tuner *tuner, vkscan_primitive primitive);

#endif
