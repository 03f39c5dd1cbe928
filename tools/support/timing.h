/* SPDX-License-Identifier: MIT */
/* Times devices, for vkscan and peers alike: warmed up, in batches. */
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "platform.h"

#define TIMING_MAX_REPEATS 1023

/* The time that repeats should take together: there are fewer if they take longer, but not fewer
 * than three. */
#define TIMING_ROW_MS 2000.0
#define TIMING_REPEATS_MIN 3

/* The milliseconds of one run. */
struct timing {
    double min, median, max;
    uint32_t repeats;
};

/* The time that the host spends on something: by the clock, and on all processors. */
struct timing_host {
    double ms, cpu_ms;
};

struct timing_host timing_host_start(void);
struct timing_host timing_host_since(struct timing_host start);

/* Summarizes the times, which it sorts. */
struct timing timing_summarize(double *times, uint32_t count);

/* Has the device run `repeats` batches, each of `batch` runs back to back, without waiting for the
 * host between them. Stores in times[i] the milliseconds of a run of batch i. */
typedef bool (*timing_fn)(void *subject, uint32_t batch, uint32_t repeats, double *times);

/* Warms the device up, unless it was at work until just now, and then times up to `repeat` batches,
 * TIMING_MAX_REPEATS at most. *busy_ms is the time when it last ended its work, 0: not yet; NULL: a
 * device that needs no warm-up. Returns false if a call of time_batches did. */
bool timing_measure(timing_fn time_batches, void *subject, double *busy_ms, uint32_t repeat,
                    struct timing *out);

#endif
