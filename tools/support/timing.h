/* SPDX-License-Identifier: MIT */
/* How devices are timed, of vkscan and peers alike: warmed up, in batches. */
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <stdint.h>

#define TIMING_MAX_REPEATS 1023

/* Fewer repeats where they would take longer than this, but not fewer than three. */
#define TIMING_ROW_MS 2000.0
#define TIMING_REPEATS_MIN 3

/* Milliseconds of one run. */
struct timing {
    double min, median, max;
    uint32_t repeats;
};

/* Of a monotonic clock. */
double timing_now_ms(void);

/* What the host spends on something: by that clock, and on all processors. */
struct timing_host {
    double ms, cpu_ms;
};

struct timing_host timing_host_start(void);
struct timing_host timing_host_since(struct timing_host start);

/* Sorts the times. */
struct timing timing_summarize(double *times, uint32_t count);

/*
 * Has the device run `repeats` batches, each of `batch` runs back to back, without waiting for the
 * host between them. times[i] gets the milliseconds that a run of batch i took.
 */
typedef bool (*timing_fn)(void *subject, uint32_t batch, uint32_t repeats, double *times);

/*
 * Warms the device up, unless it was at work until just now, and then times up to `repeat` batches,
 * TIMING_MAX_REPEATS at most. *busy_ms is when it last ended its work, 0: not yet; NULL: a device
 * that needs no warm-up. False if a call of time_batches was.
 */
bool timing_measure(timing_fn time_batches, void *subject, double *busy_ms, uint32_t repeat,
                    struct timing *out);

#endif
