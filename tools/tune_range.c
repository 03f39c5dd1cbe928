/* SPDX-License-Identifier: MIT */
#include "tune_range.h"

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

/* Of sizes, by index: from first to before end. */
struct part {
    uint32_t first, end;
};

/* The part with the largest sum, which begins anew behind what is no gain. Sums of ratios, so that
 * no single time that is off decides, and no count has more weight. */
static struct part find_part(const double *before, const double *ms, uint32_t count)
{
    struct part part = {0, 0}, best = {0, 0};
    double gain = 0, most = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (gain <= 0)
            part.first = i;
        gain = fmax(gain, 0) + log(before[i] / ms[i]);
        part.end = i + 1;
        if (gain > most) {
            most = gain;
            best = part;
        }
    }
    return best;
}

static struct range counts_of(const struct part *part, const struct bench_options *options)
{
    if (part->first == part->end)
        return (struct range){0, 0};
    return (struct range){options->sizes[part->first], part->end < options->size_count
                                                           ? options->sizes[part->end]
                                                           : TUNING_NO_END};
}

int tune_range(struct tuner *tuner, vkscan_primitive primitive)
{
    const struct bench_options *options = tuner->options;
    double ms[BENCH_MAX_SIZES], automatic[BENCH_MAX_SIZES]; /* what AUTO takes as yet */
    const struct algorithm *algorithm;

    for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)); i++) {
        struct part part = {0, options->size_count};
        if (!tune_wants(tuner, algorithm, primitive))
            continue;
        const int status = measure_sizes(tuner, algorithm, primitive, ms);
        if (status)
            return status;
        if (vks_tuning_layout(algorithm->layout)->persistent) {
            part = find_part(automatic, ms, options->size_count);
            tuner->row.range[algorithm->layout] = counts_of(&part, options);
        }
        for (uint32_t k = part.first; k < part.end; k++)
            automatic[k] = ms[k];
    }
    return 0;
}
