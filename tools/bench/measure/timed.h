/* SPDX-License-Identifier: MIT */
/* Timing what a device does with Vulkan. */
#ifndef MEASURE_TIMED_H
#define MEASURE_TIMED_H

#include "workspace.h"

/* What is timed: a plan's run, or a limit shader. */
struct bench_subject {
    const vkscan_binding *binding; /* NULL: the limit */
    uint64_t count;                /* elements of the plan's run */
    const void *seed;              /* of that, or NULL */
    struct limit_work limit;
    uint32_t shape;
};

/* Both return false with the reason in bench->error. */
bool bench_time_subject(struct bench *bench, const struct bench_subject *subject, uint32_t repeat,
                        struct timing *time);

/* Once, over a filled destination, whose first bytes are downloaded to bench->result. */
bool bench_run_once(struct bench *bench, const struct bench_subject *subject, uint32_t fill,
                    VkDeviceSize result_size);

#endif
