/* SPDX-License-Identifier: MIT */
/* Times an algorithm in a shape. */
#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H

#include "arguments.h"
#include "catalogue.h"
#include "measure/workspace.h"

struct tuner {
    struct bench_options *options; /* with sizes that ascend */
    struct bench bench;
    vkscan_primitive first, last; /* tuned now, with the same data and policies */
    uint64_t filled;              /* elements of the source; 0: none */
    struct user_tuning best;      /* the best policies so far */
    struct user_tuning tried;     /* a tuning with the shape that is timed */
    struct caps caps;             /* the device's, with the policies of best */
};

/* Tells whether the entry is tuned: AUTO can take it for the tuner's primitives on this device, at
 * all of the sizes. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *entry);

/* Stores the milliseconds of one run of each of the tuner's primitives, with a shape. Results are
 * verified if the time is less than best_ms. Returns false, with the reason in bench.error, if a
 * result is wrong or a run failed. */
bool tune_time(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape,
               uint64_t count, double best_ms, double *ms);

#endif
