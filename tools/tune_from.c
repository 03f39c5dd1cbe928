/* SPDX-License-Identifier: MIT */
#include "tune_from.h"

#include <inttypes.h>
#include <math.h>

#include "failure.h"
#include "progress.h"

static int measure_sizes(struct tuner *tuner, const struct algorithm *algorithm,
                         vkscan_primitive primitive, double *ms)
{
    const struct bench_options *options = tuner->options;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        progress("measuring %s of %" PRIu64, algorithm->name, count);
        if (!tune_time_algorithm(tuner, algorithm, primitive, count, &ms[i])) {
            progress(NULL);
            return failed("%s %s of %" PRIu64 " failed: %s", algorithm->name,
                          vkscan_primitive_name(primitive), count, tuner->bench.error);
        }
    }
    return 0;
}

/* Sums of ratios, so that no single time that is off decides, and no count has more weight. */
static uint32_t find_first(const double *before, const double *ms, uint32_t count)
{
    double gain = 0, most = 0;
    uint32_t first = count;

    for (uint32_t i = count; i-- > 0;) {
        gain += log(before[i] / ms[i]);
        if (gain > most) {
            most = gain;
            first = i;
        }
    }
    return first;
}

int tune_from(struct tuner *tuner, vkscan_primitive primitive)
{
    const struct bench_options *options = tuner->options;
    double ms[BENCH_MAX_SIZES], automatic[BENCH_MAX_SIZES]; /* what AUTO takes as yet */
    const struct algorithm *algorithm;

    for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)); i++) {
        uint32_t first = 0;
        if (!tune_wants(tuner, algorithm, primitive))
            continue;
        const int status = measure_sizes(tuner, algorithm, primitive, ms);
        if (status)
            return status;
        if (vks_tuning_layout(algorithm->layout)->persistent) {
            first = find_first(automatic, ms, options->size_count);
            tuner->row.from[algorithm->layout] =
                first < options->size_count ? options->sizes[first] : TUNING_NEVER;
        }
        for (; first < options->size_count; first++)
            automatic[first] = ms[first];
    }
    return 0;
}
