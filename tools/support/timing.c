/* SPDX-License-Identifier: MIT */
#include "timing.h"

#include <stdlib.h>

/* The time for which a device is warmed up. An idle GPU raises its clocks only after some time
 * under load, and lowers them again when idle: so all repeats are in one submission, too. */
#define WARM_UP_MS 400.0
#define WARM_UP_STEP_MS 20.0

/* The idle time after which a device is warmed up again. */
#define COOL_MS 50.0

/* The time that a pair of timestamps spans, by as many runs as take about so long: timestamps are
 * too coarse for runs of microseconds. */
#define BATCH_MS 5.0
#define BATCH_MAX 10

struct timing_host timing_host_start(void)
{
    return (struct timing_host){platform_now_ms(), platform_cpu_ms()};
}

struct timing_host timing_host_since(struct timing_host start)
{
    const struct timing_host now = timing_host_start();

    return (struct timing_host){now.ms - start.ms, now.cpu_ms - start.cpu_ms};
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

struct timing timing_summarize(double *times, uint32_t count)
{
    qsort(times, count, sizeof(times[0]), by_value);
    const double middle = times[count / 2];
    return (struct timing){
        .min = times[0],
        .median = count % 2 ? middle : (times[count / 2 - 1] + middle) / 2,
        .max = times[count - 1],
        .repeats = count,
    };
}

static uint32_t how_many(double fit, uint32_t least, uint32_t most)
{
    return fit < least ? least : fit > most ? most : (uint32_t)fit;
}

static uint32_t choose_batch(double ms)
{
    return how_many(BATCH_MS / ms, 1, BATCH_MAX);
}

/* Runs until clocks are high. *ms is the time of a run then. */
static bool warm_up(timing_fn time_batches, void *subject, bool warm, double *ms)
{
    const double start = platform_now_ms();
    double times[TIMING_MAX_REPEATS];
    uint32_t batch = 1, repeats = 1;

    do { /* at least once, which touches pages and caches */
        if (!time_batches(subject, batch, repeats, times))
            return false;
        *ms = timing_summarize(times, repeats).median;
        *ms = *ms > 1e-3 ? *ms : 1e-3;
        batch = choose_batch(*ms);
        repeats = how_many(WARM_UP_STEP_MS / *ms / batch, 1, TIMING_MAX_REPEATS);
    } while (!warm && platform_now_ms() - start < WARM_UP_MS);
    return true;
}

static bool is_warm(const double *busy_ms)
{
    return !busy_ms || (*busy_ms > 0 && platform_now_ms() - *busy_ms < COOL_MS);
}

bool timing_measure(timing_fn time_batches, void *subject, double *busy_ms, uint32_t repeat,
                    struct timing *out)
{
    double times[TIMING_MAX_REPEATS];
    double ms;

    if (!warm_up(time_batches, subject, is_warm(busy_ms), &ms))
        return false;
    const uint32_t batch = choose_batch(ms);
    const uint32_t repeats =
        how_many(TIMING_ROW_MS / ms / batch,
                 repeat < TIMING_REPEATS_MIN ? repeat : TIMING_REPEATS_MIN, repeat);
    if (!time_batches(subject, batch, repeats, times))
        return false;
    if (busy_ms)
        *busy_ms = platform_now_ms();
    *out = timing_summarize(times, repeats);
    return true;
}
