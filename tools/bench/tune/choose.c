/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <math.h>
#include <string.h>

/* What a further shape has to gain, as the sum of the logarithms of how often faster it is. */
#define LEAST_GAIN 0.05

/* Of sizes, by index: from first to before end. */
struct part {
    uint32_t first, end;
    double gain;
};

/* The part with the largest gain, which begins anew behind what is none. Sums of ratios, so that no
 * single time that is off decides, and no count has more weight. */
static struct part find_part(const double *before, const double *ms, uint32_t count)
{
    struct part part = {0}, best = {0};

    for (uint32_t i = 0; i < count; i++) {
        if (part.gain <= 0)
            part = (struct part){.first = i};
        part.gain += log(before[i] / ms[i]);
        part.end = i + 1;
        if (part.gain > best.gain)
            best = part;
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

/* The candidate whose part has the largest gain. */
static const struct candidate *find_best(const struct candidate *candidates, uint32_t count,
                                         const double *before, uint32_t size_count,
                                         struct part *part)
{
    const struct candidate *best = candidates;

    *part = find_part(before, best->ms, size_count);
    for (uint32_t i = 1; i < count; i++) {
        const struct part other = find_part(before, candidates[i].ms, size_count);
        if (other.gain > part->gain) {
            best = &candidates[i];
            *part = other;
        }
    }
    return best;
}

/* Whether another takes all that the first has. */
static bool is_first_hidden(const struct tuned shapes[TUNING_SHAPES])
{
    for (uint32_t i = 1; i < TUNING_SHAPES; i++)
        if (shapes[i].range.from <= shapes[0].range.from &&
            shapes[i].range.to >= shapes[0].range.to)
            return true;
    return false;
}

void tune_choose(const struct candidate *candidates, uint32_t count,
                 const struct bench_options *options, double automatic[BENCH_MAX_SIZES],
                 struct tuned shapes[TUNING_SHAPES])
{
    memset(shapes, 0, TUNING_SHAPES * sizeof(shapes[0]));
    for (uint32_t n = 0; n < TUNING_SHAPES; n++) {
        struct part part;
        const struct candidate *best =
            find_best(candidates, n == 0 ? 1 : count, automatic, options->size_count, &part);
        if (n > 0 && part.gain < LEAST_GAIN)
            break;
        shapes[n] = (struct tuned){best->shape, counts_of(&part, options)};
        for (uint32_t k = part.first; k < part.end; k++)
            automatic[k] = best->ms[k];
    }
    if (is_first_hidden(shapes))
        shapes[0].range = (struct range){0, 0};
}
