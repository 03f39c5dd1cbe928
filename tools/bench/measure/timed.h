/* SPDX-License-Identifier: MIT */
/* Times Vulkan's work on a device. */
#ifndef MEASURE_TIMED_H
#define MEASURE_TIMED_H

#include "workspace.h"

/* What is timed: a plan's run, or a limit's shader. */
struct bench_subject {
    vkscan_binding *binding; /* NULL: a limit is timed */
    uint64_t count;          /* elements of the plan's run */
    const void *seed;        /* the run's seed, or NULL */
    struct limit_work limit;
    uint32_t shape;
};

/* Times the subject. Returns false with the reason in bench->error; so does bench_run_once(). */
bool bench_time_subject(struct bench *bench, const struct bench_subject *subject, uint32_t repeat,
                        struct timing *time);

/* Runs the subject once, over a destination filled with `fill`, and downloads the destination's
 * first bytes to bench->result. */
bool bench_run_once(struct bench *bench, const struct bench_subject *subject, uint32_t fill,
                    VkDeviceSize result_size);

#endif
