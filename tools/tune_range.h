/* SPDX-License-Identifier: MIT */
/* The range of counts in which an algorithm is faster than those before it. */
#ifndef TUNE_RANGE_H
#define TUNE_RANGE_H

#include "tune_measure.h"

/* Puts it into the row for each layout of the primitive that has one: the neighbours among the
 * sizes at which the algorithm gains the most in all, up to the size after them, without an end if
 * there is none, or never. Returns 0 or an exit status, reported. */
int tune_range(struct tuner *tuner, vkscan_primitive primitive);

#endif
