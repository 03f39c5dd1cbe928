/* SPDX-License-Identifier: MIT */
/* Reduces and scans arrays in memory, for commands that need it. */
#ifndef FOLD_H
#define FOLD_H

#include "job.h"

/* Reduces the elements, and returns the result, or scans them in place. The plan has an output
 * type; the seed may be NULL. The engine has no plan at this time, and keeps its params and sizes.
 */
union value fold_array(struct engine *engine, const vkscan_plan_params *plan, const void *seed,
                       char *data, uint64_t count);

/* ---- arg.c: argmin and argmax ---- */

/* The device finds the value, by min or max, and the host finds where it is. So they work for any
 * scalar, and any number of pieces. */
#define ARG_NAMES "argmin, argmax"
#define ARG_NOWHERE UINT64_MAX /* the index of the identity */

/* Sets *op to min or max. Returns false if the name is NULL or another one. */
bool arg_parse(const char *name, vkscan_op *op);

/* Begins with the identity if `seed` is NULL, else with VALUE,INDEX. */
void arg_begin(struct job *job, const char *seed);

/* Finds the index of `total`, to which the piece has been reduced from the seed on. */
void arg_take(struct job *job, const union value *total);

/* Turns a scan of 32-bit values, `results`, into pairs of value and index, as u32. Pairs may begin
 * where results do if the job goes backward, and otherwise must end where they end. */
void arg_scan(struct job *job, const char *results, char *pairs);

/* Takes the lowest index among ranks whose own value is the team's. */
void arg_join(struct job *job, const union value *own);

#endif
