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

/* Reduces all of FILE, in a stream of its own, whose values are elements of the plan's type. What
 * has been read of FILE, and the job, stay as they are. Else like fold_array(). */
union value fold_file(struct job *job, const vkscan_plan_params *plan, const void *seed);

/* ---- for the commands reduce and scan ---- */

bool fold_scans(const vkscan_plan_params *plan);

/* Return the bytes of a result, and of a piece's results. */
uint32_t fold_result_size(const vkscan_plan_params *plan);
uint64_t fold_results_size(const vkscan_plan_params *plan, uint64_t count);

/* Sets the engine's ports for a plan. */
void fold_set_ports(struct engine *engine, const vkscan_plan_params *plan);

/* Takes the result of a piece that is reduced. */
void fold_take_reduction(struct job *job);

/* Seeds this rank's pieces: those of a scan with the total of the slabs before, those of a
 * reduction with nothing but at the first rank. fold_reduce_ranks() reduces the ranks' results. */
void fold_seed_rank(struct job *job);
void fold_reduce_ranks(struct job *job);

/* ---- for scans and reductions of segments ---- */

/* Checks the options of operators. */
void fold_check(struct job *job);

/* Checks the operator against the type of the input, which is known by now. */
void fold_settle_operator(struct job *job);

/* Returns the bytes of a result that links pieces and ranks. */
uint32_t fold_link_size(const vkscan_plan_params *plan);

/* Computes in the type that links pieces and ranks where more than one takes part. fold_round()
 * rounds such results, in place, before they are written. */
void fold_widen_links(struct job *job);
void fold_round(const struct job *job, void *results, uint64_t count);

/* Takes all elements at a time where more than one piece would change results. The operator is
 * settled. */
void fold_settle_whole(struct job *job);

/* Downloads the results of a piece; those of a scan to `results`, which may be its elements' place.
 * Returns the total of all pieces so far, as fold_total() does where they are downloaded. */
union value fold_take(struct engine *engine, const vkscan_plan_params *plan, const char *data,
                      uint64_t count, char *results);

union value fold_total(const vkscan_plan_params *plan, const char *data, uint64_t count,
                       const char *results);

/* Returns the plan that reduces what the given one scans. */
vkscan_plan_params fold_reduction(const vkscan_plan_params *plan);

/* Computes result = left (+) right. The engine has no plan at this time. */
void fold_combine(struct job *job, const void *left, const void *right, void *result);

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

/* Returns the index in FILE of the piece's first element with the value; ARG_NOWHERE: none has it.
 * arg_is_same() tells whether two values count as one. */
uint64_t arg_find(const struct job *job, const struct piece *piece, const void *value);
bool arg_is_same(const struct job *job, const void *left, const void *right);

/* Takes the lowest index among ranks whose own value is the team's. */
void arg_join(struct job *job, const union value *own);

#endif
