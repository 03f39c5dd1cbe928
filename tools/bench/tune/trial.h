/* SPDX-License-Identifier: MIT */
/* Timing an algorithm in a shape. */
#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H

#include "arguments.h"
#include "catalogue.h"
#include "measure/workspace.h"

struct tuner {
    struct bench_options *options; /* with sizes that ascend */
    struct bench bench;
    vkscan_primitive first, last; /* what is tuned now, of the same data and policies */
    uint64_t filled;              /* elements of the source; 0: none */
    struct user_tuning best;      /* so far */
    struct user_tuning tried;     /* the shape that is timed */
    struct caps caps;             /* refer to best */
};

/* Whether the entry is tuned: AUTO can take it for the tuner's primitives on this device, at all of
 * the sizes. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *entry);

/*
 * Milliseconds of one run of each of the tuner's primitives, with a shape. Results are verified if
 * that is less than best_ms. False, with the reason in bench.error, if one is wrong or it failed.
 */
bool tune_time(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape,
               uint64_t count, double best_ms, double *ms);

#endif
