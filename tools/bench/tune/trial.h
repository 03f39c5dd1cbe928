/* SPDX-License-Identifier: MIT */
/* What rows of tuning are tried by: the time of algorithms that go by them. */
#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H

#include "algorithm.h"
#include "measure/measure.h"
#include "arguments.h"
#include "probe.h"

struct tuner {
    const struct bench_options *options; /* with sizes that ascend */
    struct probe probe;
    struct bench bench;
    VkPipelineCache pipelines; /* as shapes are tried at many sizes; may be VK_NULL_HANDLE */
    struct tuning row;         /* the best so far */
};

/* Whether the algorithm is for use with the primitive, the device can run it, and its layout is one
 * to be tuned: of vectors. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *algorithm,
                vkscan_primitive primitive);

/*
 * Milliseconds of a run of each of the algorithms that a layout is tuned by, one after the other,
 * with a shape. Their results are verified if it is less than best_ms. False, with the reason in
 * bench.error, if one is wrong or could not be had.
 */
bool tune_time_layout(struct tuner *tuner, enum layout layout, const struct shape *shape,
                      uint64_t count, double best_ms, double *ms);

/* The same of one algorithm, verified. */
bool tune_time_algorithm(struct tuner *tuner, const struct algorithm *algorithm,
                         vkscan_primitive primitive, const struct shape *shape, uint64_t count,
                         double *ms);

#endif
