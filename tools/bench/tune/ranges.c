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

/* ---- policies ---- */

/* As the API has it: an empty range of a persistent algorithm is told, as it would else be the
 * library's. */
static vkscan_tuning_policy to_api(const struct algorithm *entry, const struct policy *policy)
{
    const bool never = entry->arrangement->persistent && policy->from >= policy->to;

    return (vkscan_tuning_policy){
        .algorithm = entry->id,
        .workgroup_size = policy->shape.workgroup_size,
        .items = policy->shape.items,
        .workgroups = policy->shape.workgroups,
        .from = never ? VKSCAN_TUNING_NEVER : policy->from,
        .to = never ? 0 : policy->to,
    };
}

static void remove_policies(struct user_tuning *tuning, vkscan_algorithm algorithm)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < tuning->policy_count; i++)
        if (tuning->policies[i].algorithm != algorithm)
            tuning->policies[count++] = tuning->policies[i];
    tuning->policy_count = count;
}

void tune_set_policies(struct tuner *tuner, const struct algorithm *entry,
                       const struct policies *policies)
{
    struct user_tuning *best = &tuner->best;

    remove_policies(best, entry->id);
    for (uint32_t i = 0; i < policies->count && best->policy_count < TUNING_MAX_POLICIES; i++)
        best->policies[best->policy_count++] = to_api(entry, &policies->policy[i]);
    tuner->caps.tuning.policies = best->policies;
    tuner->caps.tuning.policy_count = best->policy_count;
}

/* ---- times ---- */

/* What a primitive takes at all sizes in the shapes that AUTO has for the algorithm. */
static int measure_automatic(struct tuner *tuner, const struct algorithm *entry,
                             vkscan_primitive primitive, double *ms)
{
    const struct bench_options *options = tuner->options;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        struct shape shape;
        vks_tuning_shape_at(&tuner->caps, entry, count, &shape);
        progress("measuring %s of %" PRIu64, entry->name, count);
        if (!tune_time_entry(tuner, entry, primitive, &shape, count, &ms[i]))
            return fail_at(tuner, entry->name, count);
    }
    return 0;
}

static int measure_candidate(struct tuner *tuner, const struct algorithm *entry,
                             struct candidate *candidate)
{
    const struct bench_options *options = tuner->options;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        progress("measuring %s at %" PRIu64, entry->name, count);
        if (!tune_time_algorithm(tuner, entry->id, &candidate->shape, count, INFINITY,
                                 &candidate->ms[i]))
            return fail_at(tuner, entry->name, count);
    }
    return 0;
}

/* ---- candidates ---- */

static bool has_shape(const struct candidate *candidates, uint32_t count, const struct shape *shape)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&candidates[i].shape, shape, sizeof(*shape)) == 0)
            return true;
    return false;
}

/* The fastest shapes, of the largest size first, each found from that of the size above. */
static int find_shapes(struct tuner *tuner, const struct algorithm *entry,
                       struct candidate *candidates, uint32_t *count)
{
    struct shape shape = vks_tuning_shape(&tuner->caps, entry);
    int status = 0;

    candidates[0].shape = shape;
    *count = 1;
    for (uint32_t i = tuner->options->size_count - 1; i-- > 0 && !status;) {
        status = tune_shape_near(tuner, entry, tuner->options->sizes[i], &shape);
        if (!status && *count < MAX_CANDIDATES && !has_shape(candidates, *count, &shape))
            candidates[(*count)++].shape = shape;
    }
    return status;
}

static int find_candidates(struct tuner *tuner, const struct algorithm *entry,
                           struct candidate *candidates, uint32_t *count)
{
    int status = find_shapes(tuner, entry, candidates, count);

    for (uint32_t i = 0; i < *count && !status; i++)
        status = measure_candidate(tuner, entry, &candidates[i]);
    return status;
}

static void choose(struct tuner *tuner, const struct algorithm *entry,
                   const struct candidate *candidates, uint32_t count, double *automatic)
{
    struct policies policies;

    tune_choose(candidates, count, tuner->options, automatic, &policies);
    if (!entry->arrangement->persistent) /* the first is for all capacities */
        policies.policy[0].from = policies.policy[0].to = 0;
    tune_set_policies(tuner, entry, &policies);
}

int tune_further(struct tuner *tuner, const struct algorithm *entry)
{
    struct candidate candidates[MAX_CANDIDATES];
    double automatic[BENCH_MAX_SIZES];
    uint32_t count;
    const int status = find_candidates(tuner, entry, candidates, &count);

    if (status)
        return status;
    memcpy(automatic, candidates[0].ms, tuner->options->size_count * sizeof(automatic[0]));
    choose(tuner, entry, candidates, count, automatic);
    return 0;
}

int tune_ranges(struct tuner *tuner, vkscan_primitive primitive)
{
    struct candidate candidates[MAX_CANDIDATES];
    double automatic[BENCH_MAX_SIZES];
    const struct algorithm *entry;
    int status = 0;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)) && !status; i++) {
        uint32_t count;
        if (!tune_wants(tuner, entry, primitive))
            continue;
        if (!entry->arrangement->persistent) {
            status = measure_automatic(tuner, entry, primitive, automatic);
            continue;
        }
        status = find_candidates(tuner, entry, candidates, &count);
        if (!status)
            choose(tuner, entry, candidates, count, automatic);
    }
    return status;
}
