/* SPDX-License-Identifier: MIT */
#include "ranges.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "failure.h"
#include "progress.h"
#include "choose.h"
#include "shapes.h"

#define MAX_CANDIDATES 16

static int fail_at(struct tuner *tuner, const char *what, uint64_t count)
{
    progress(NULL);
    return failed("%s of %" PRIu64 " failed: %s", what, count, tuner->bench.error);
}

/* What an algorithm takes at all sizes in the shapes that AUTO has for it. */
static int measure_automatic(struct tuner *tuner, const struct algorithm *algorithm,
                             vkscan_primitive primitive, double *ms)
{
    const struct bench_options *options = tuner->options;
    struct caps caps = tuner->probe.caps;

    caps.tuning = &tuner->row;
    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        const struct shape *shape = vks_tuning_shape_at(&caps, algorithm->layout, count);
        progress("measuring %s of %" PRIu64, algorithm->name, count);
        if (!tune_time_algorithm(tuner, algorithm, primitive, shape, count, &ms[i]))
            return fail_at(tuner, algorithm->name, count);
    }
    return 0;
}

static int measure_candidate(struct tuner *tuner, enum layout layout, struct candidate *candidate)
{
    const struct bench_options *options = tuner->options;
    const char *name = vks_tuning_layout(layout)->name;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        progress("measuring %s at %" PRIu64, name, count);
        if (!tune_time_layout(tuner, layout, &candidate->shape, count, INFINITY, &candidate->ms[i]))
            return fail_at(tuner, name, count);
    }
    return 0;
}

static bool has_shape(const struct candidate *candidates, uint32_t count, const struct shape *shape)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&candidates[i].shape, shape, sizeof(*shape)) == 0)
            return true;
    return false;
}

/* The fastest shapes, of the largest size first, each found from that of the size above. */
static int find_shapes(struct tuner *tuner, enum layout layout, struct candidate *candidates,
                       uint32_t *count)
{
    struct shape shape = tuner->row.layout[layout][0].shape;
    int status = 0;

    candidates[0].shape = shape;
    *count = 1;
    for (uint32_t i = tuner->options->size_count - 1; i-- > 0 && !status;) {
        status = tune_shape_near(tuner, layout, tuner->options->sizes[i], &shape);
        if (!status && *count < MAX_CANDIDATES && !has_shape(candidates, *count, &shape))
            candidates[(*count)++].shape = shape;
    }
    return status;
}

static int find_candidates(struct tuner *tuner, enum layout layout, struct candidate *candidates,
                           uint32_t *count)
{
    int status = find_shapes(tuner, layout, candidates, count);

    for (uint32_t i = 0; i < *count && !status; i++)
        status = measure_candidate(tuner, layout, &candidates[i]);
    return status;
}

int tune_further(struct tuner *tuner, enum layout layout)
{
    struct candidate candidates[MAX_CANDIDATES];
    double automatic[BENCH_MAX_SIZES];
    uint32_t count;
    const int status = find_candidates(tuner, layout, candidates, &count);

    if (status)
        return status;
    memcpy(automatic, candidates[0].ms, tuner->options->size_count * sizeof(automatic[0]));
    tune_choose(candidates, count, tuner->options, automatic, tuner->row.layout[layout]);
    return 0;
}

int tune_ranges(struct tuner *tuner, vkscan_primitive primitive)
{
    struct candidate candidates[MAX_CANDIDATES];
    double automatic[BENCH_MAX_SIZES];
    const struct algorithm *algorithm;
    int status = 0;

    for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)) && !status; i++) {
        const enum layout layout = algorithm->layout;
        uint32_t count;
        if (!tune_wants(tuner, algorithm, primitive))
            continue;
        if (!vks_tuning_layout(layout)->persistent) {
            status = measure_automatic(tuner, algorithm, primitive, automatic);
            continue;
        }
        status = find_candidates(tuner, layout, candidates, &count);
        if (!status)
            tune_choose(candidates, count, tuner->options, automatic, tuner->row.layout[layout]);
    }
    return status;
}
