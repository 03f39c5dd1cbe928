/* SPDX-License-Identifier: MIT */
/* argmin and argmax: the device finds the value, by min or max, and the host where it is. So any
 * scalar will do, and any number of pieces. */
#ifndef ARG_H
#define ARG_H

#include "job.h"

#define ARG_NAMES "argmin, argmax"
#define ARG_NOWHERE UINT64_MAX /* the index of the identity */

/* Sets min or max; false if NULL, or no such name. */
bool arg_parse(const char *name, vkscan_op *op);

/* Begins with the identity, or with VALUE,INDEX. */
void arg_begin(struct job *job, const char *seed);

/* Finds where the total is, to which the piece has been reduced from the seed on. */
void arg_take(struct job *job, const union value *total);

/* Makes of a scan of 32-bit values, `results`, pairs of value and index, u32. Pairs may
 * begin where results do if the job goes backward, and otherwise end where they end. */
void arg_scan(struct job *job, const char *results, char *pairs);

/* Takes the lowest index of the ranks whose own value is the one that all came to. */
void arg_join(struct job *job, const union value *own);

#endif
