/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <math.h>

/* The least gain of a further policy: the sum of the logarithms of its speed-ups. */
#define LEAST_GAIN 0.05

/* A range of sizes by index, [first, end). */
struct part {
    uint32_t first, end;
    double gain;
};

/* Returns the consecutive sizes with the largest sum of gains: Kadane's maximum subarray. Gains are
 * logarithms of ratios, so that no single outlier decides and every size has the same weight. */
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

static struct policy make_policy(const struct shape *shape, const struct part *part,
                                 const struct bench_options *options)
{
    struct policy policy = {.shape = *shape};

    if (part->first < part->end) {
        policy.from = options->sizes[part->first];
        policy.to = part->end < options->size_count ? options->sizes[part->end] : POLICY_NO_END;
    }
    return policy;
}

/* Finds the candidate whose part has the largest gain. */
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

/* Tells whether a further policy covers the first one's whole range. */
static bool is_first_hidden(const struct policies *policies)
{
    const struct policy *first = &policies->policy[0];

    for (uint32_t i = 1; i < policies->count; i++)
        if (policies->policy[i].from <= first->from && policies->policy[i].to >= first->to)
            return true;
    return false;
}

void tune_choose(const struct candidate *candidates, uint32_t count,
                 const struct bench_options *options, double automatic[BENCH_MAX_SIZES],
                 struct policies *policies)
{
    *policies = (struct policies){.count = 0};
    while (policies->count < POLICIES_MAX) {
        const bool is_first = policies->count == 0;
        struct part part;
        const struct candidate *best =
            find_best(candidates, is_first ? 1 : count, automatic, options->size_count, &part);
        if (!is_first && part.gain < LEAST_GAIN)
            break;
        policies->policy[policies->count++] = make_policy(&best->shape, &part, options);
        for (uint32_t k = part.first; k < part.end; k++)
            automatic[k] = best->ms[k];
    }
    if (is_first_hidden(policies))
        policies->policy[0].from = policies->policy[0].to = 0;
}
