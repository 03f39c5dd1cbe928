/* SPDX-License-Identifier: MIT */
/* The count from which on an algorithm is faster than those before it. */
#ifndef TUNE_FROM_H
#define TUNE_FROM_H

#include "tune_measure.h"

/* Puts it into the row for each layout of the primitive that has one: of the sizes, the one from
 * which on the algorithm gains the most in all, or TUNING_NEVER. Returns 0 or an exit status,
 * reported. */
int tune_from(struct tuner *tuner, vkscan_primitive primitive);

#endif
