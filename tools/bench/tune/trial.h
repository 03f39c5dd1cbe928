/* SPDX-License-Identifier: MIT */
/* Timing an algorithm in a shape. */
#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H

#include "arguments.h"
#include "catalogue.h"
#include "measure/workspace.h"

struct tuner {
    const struct bench_options *options; /* with sizes that ascend */
    struct bench bench;
    struct user_tuning best;  /* so far */
    struct user_tuning tried; /* the shape that is timed */
    struct caps caps;         /* refer to best */
};

/* Whether the entry is tuned: AUTO can take it for the primitive on this device, and its shapes can
 * vary. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *entry,
                vkscan_primitive primitive);

/* The primitives that an algorithm is tuned for, a bit each. */
uint32_t tune_primitives(const struct tuner *tuner, vkscan_algorithm algorithm);

/*
 * Milliseconds of one run of each of these primitives, with a shape. Results are verified if that
 * is less than best_ms. False, with the reason in bench.error, if one is wrong or it failed.
 */
bool tune_time(struct tuner *tuner, vkscan_algorithm algorithm, uint32_t primitives,
               const struct shape *shape, uint64_t count, double best_ms, double *ms);

#endif
