/* SPDX-License-Identifier: MIT */
/* What policies are tried by: the time of the algorithms that have them. */
#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H

#include "arguments.h"
#include "catalogue.h"
#include "measure/workspace.h"
#include "tuning_text.h"

struct tuner {
    const struct bench_options *options; /* with sizes that ascend */
    struct bench bench;
    VkPipelineCache pipelines; /* as shapes are tried at many sizes; may be VK_NULL_HANDLE */
    struct user_tuning best;   /* so far */
    struct caps caps;          /* refer to best */
};

/* Whether AUTO can take an entry for the primitive on this device, and it has shapes to choose
 * from: of vectors. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *entry,
                vkscan_primitive primitive);

/*
 * Milliseconds of one run of each primitive that the algorithm is tuned for, with a shape. Results
 * are verified if that is less than best_ms. False, with the reason in bench.error, if one is wrong
 * or it failed.
 */
bool tune_time_algorithm(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape,
                         uint64_t count, double best_ms, double *ms);

/* The same of one primitive, verified. */
bool tune_time_entry(struct tuner *tuner, const struct algorithm *entry, vkscan_primitive primitive,
                     const struct shape *shape, uint64_t count, double *ms);

#endif
