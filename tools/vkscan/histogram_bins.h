/* SPDX-License-Identifier: MIT */
/* The bins of a histogram: between edges, even parts of a range, or single values. */
#ifndef HISTOGRAM_BINS_H
#define HISTOGRAM_BINS_H

#include "job.h"

/* Settles the bins by the options, but for a range that the values make, and reads the edges. */
void bins_settle(struct job *job);

/* Sets the range, from the least value to the greatest. The last bin holds the greatest value: as
 * its end, or, for integers without --closed, below an end that is one more. If all values are
 * equal they begin the first bin; without values the range is 0 to 1. */
void bins_settle_range(struct job *job);

/* Tells whether each value has a bin. */
bool bins_are_single(void);

/* Tells whether FILE has floats: u64 and i64 are computed as such. */
bool bins_have_floats(const struct job *job);

/* Returns where a bin begins; for integers the first value in it. Halves do not overflow. */
double bins_begin(const struct job *job, uint32_t bin);

/* Returns a value of a scalar type as a number. */
double bins_number(vkscan_type type, const void *value);

#endif
