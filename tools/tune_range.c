/* SPDX-License-Identifier: MIT */
#include "tune_range.h"

#include <inttypes.h>
#include <string.h>

#include "failure.h"
#include "progress.h"
#include "tune_choose.h"
#include "tune_shapes.h"

#define MAX_CANDIDATES 16

static int measure_sizes(struct tuner *tuner, const struct algorithm *algorithm,
                         vkscan_primitive primitive, const struct shape *shape, double *ms)
{
    const struct bench_options *options = tuner->options;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        progress("measuring %s of %" PRIu64, algorithm->name, count);
        if (!tune_time_algorithm(tuner, algorithm, primitive, shape, count, &ms[i])) {
            progress(NULL);
            return failed("%s %s of %" PRIu64 " failed: %s", algorithm->name,
                          vkscan_primitive_name(primitive), count, tuner->bench.error);
        }
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

static int find_candidates(struct tuner *tuner, const struct algorithm *algorithm,
                           vkscan_primitive primitive, struct candidate *candidates,
                           uint32_t *count)
{
    int status = find_shapes(tuner, algorithm->layout, candidates, count);

    for (uint32_t i = 0; i < *count && !status; i++)
        status = measure_sizes(tuner, algorithm, primitive, &candidates[i].shape, candidates[i].ms);
    return status;
}

int tune_ranges(struct tuner *tuner, vkscan_primitive primitive)
{
    struct candidate candidates[MAX_CANDIDATES];
    double automatic[BENCH_MAX_SIZES];
    const struct algorithm *algorithm;
    int status = 0;

    for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)) && !status; i++) {
        struct tuned *shapes = tuner->row.layout[algorithm->layout];
        uint32_t count;
        if (!tune_wants(tuner, algorithm, primitive))
            continue;
        if (!vks_tuning_layout(algorithm->layout)->persistent) {
            status = measure_sizes(tuner, algorithm, primitive, &shapes[0].shape, automatic);
            continue;
        }
        status = find_candidates(tuner, algorithm, primitive, candidates, &count);
        if (!status)
            tune_choose(candidates, count, tuner->options, automatic, shapes);
    }
    return status;
}
