/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "progress.h"
#include "choose.h"
#include "session.h"
#include "shapes.h"

#define MAX_CANDIDATES 16

/* Ranges of primitives that are tuned together, with the same data. */
static const struct {
    vkscan_primitive first, last;
} families[] = {
    {VKSCAN_PRIMITIVE_REDUCE, VKSCAN_PRIMITIVE_REDUCE},
    {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN},
    {VKSCAN_PRIMITIVE_SELECT, VKSCAN_PRIMITIVE_SELECT},
    {VKSCAN_PRIMITIVE_PARTITION, VKSCAN_PRIMITIVE_PARTITION},
    {VKSCAN_PRIMITIVE_UNIQUE, VKSCAN_PRIMITIVE_UNIQUE},
    {VKSCAN_PRIMITIVE_SORT, VKSCAN_PRIMITIVE_SORT},
};

/* ---- policies ---- */

/* Returns a bit for each primitive that is tuned now. */
static uint32_t tuned_primitives(const struct tuner *tuner)
{
    return (2u << tuner->last) - (1u << tuner->first);
}

static uint32_t all_primitives(vkscan_algorithm algorithm)
{
    uint32_t primitives = 0;

    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
        primitives |= vkscan_algorithm_summary(algorithm, p) ? 1u << p : 0;
    return primitives;
}

/* Returns the policy for the API. An empty range of a persistent algorithm is explicit, since a
 * range of zeros means the library's. */
static vkscan_tuning_policy to_api(const struct tuner *tuner, const struct algorithm *entry,
                                   const struct policy *policy)
{
    const bool never = entry->arrangement->persistent && policy->from >= policy->to;
    const uint32_t primitives = tuned_primitives(tuner);
    const uint64_t end =
        entry->largest && policy->to > entry->largest ? entry->largest + 1 : policy->to;

    return (vkscan_tuning_policy){
        .struct_size = sizeof(vkscan_tuning_policy),
        .algorithm = entry->id,
        .workgroup_size = policy->shape.workgroup_size,
        .items = policy->shape.items,
        .workgroups = policy->shape.workgroups,
        .from = never ? VKSCAN_TUNING_NEVER : policy->from,
        .to = never ? 0 : end,
        .primitives = all_primitives(entry->id) & ~primitives ? primitives : 0,
    };
}

/* Removes the policies for these primitives. A policy without a mask stays, for the other
 * primitives that no mask has. */
static void remove_policies(struct user_tuning *tuning, vkscan_algorithm algorithm,
                            uint32_t primitives)
{
    uint64_t named = primitives;
    uint32_t count = 0;

    for (uint32_t i = 0; i < tuning->policy_count; i++)
        if (tuning->policies[i].algorithm == algorithm)
            named |= tuning->policies[i].primitives;
    for (uint32_t i = 0; i < tuning->policy_count; i++) {
        vkscan_tuning_policy policy = tuning->policies[i];
        const bool same = policy.algorithm == algorithm;
        if (same)
            policy.primitives = policy.primitives ? policy.primitives & ~primitives
                                                  : all_primitives(algorithm) & ~named;
        if (!same || policy.primitives)
            tuning->policies[count++] = policy;
    }
    tuning->policy_count = count;
}

static void set_policies(struct tuner *tuner, const struct algorithm *entry,
                         const struct policies *policies)
{
    struct user_tuning *best = &tuner->best;

    remove_policies(best, entry->id, tuned_primitives(tuner));
    for (uint32_t i = 0; i < policies->count && best->policy_count < TUNING_MAX_POLICIES; i++)
        best->policies[best->policy_count++] = to_api(tuner, entry, &policies->policy[i]);
    tuner->caps.tuning.policies = best->policies;
    tuner->caps.tuning.policy_count = best->policy_count;
}

/* ---- candidates ---- */

/* Measures an algorithm at one of the sizes, in a shape; NULL: in the shape that AUTO uses. */
static int measure_size(struct tuner *tuner, const struct algorithm *entry, uint32_t size,
                        const struct shape *shape, double *ms)
{
    const uint64_t count = tuner->options->sizes[size];
    struct shape automatic;

    vks_tuning_shape_at(&tuner->caps, entry, tuner->first, sizeof(uint32_t), count, &automatic);
    progress("measuring %s of %" PRIu64, entry->name, count);
    if (tune_time(tuner, entry->id, shape ? shape : &automatic, count, INFINITY, ms))
        return 0;
    progress(NULL);
    return failed("%s of %" PRIu64 " failed: %s", entry->name, count, tuner->bench.error);
}

static bool has_shape(const struct candidate *candidates, uint32_t count, const struct shape *shape)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&candidates[i].shape, shape, sizeof(*shape)) == 0)
            return true;
    return false;
}

/* Finds the fastest shapes by size, from the largest down. Each search begins at the shape before.
 */
static int find_candidates(struct tuner *tuner, const struct algorithm *entry,
                           struct candidate *candidates, uint32_t *count)
{
    struct shape shape =
        vks_tuning_shape(&tuner->caps, entry, tuner->first, sizeof(uint32_t), POLICY_FIRST);
    int status = 0;

    candidates[0].shape = shape;
    *count = 1;
    for (uint32_t i = tuner->options->size_count - 1; i-- > 0 && !status;) {
        status = tune_shape(tuner, entry, tuner->options->sizes[i], false, &shape);
        if (!status && *count < MAX_CANDIDATES && !has_shape(candidates, *count, &shape))
            candidates[(*count)++].shape = shape;
    }
    for (uint32_t i = 0; i < tuner->options->size_count; i++)
        for (uint32_t c = 0; c < *count && !status; c++)
            status = measure_size(tuner, entry, i, &candidates[c].shape, &candidates[c].ms[i]);
    return status;
}

/* Replaces an algorithm's policies by the fastest ones at the sizes. `automatic`: the times of what
 * AUTO takes without the algorithm; NULL: the times in the algorithm's first shape. */
static int choose(struct tuner *tuner, const struct algorithm *entry, double *automatic)
{
    struct candidate candidates[MAX_CANDIDATES];
    struct policies policies;
    uint32_t count;

    const int status = find_candidates(tuner, entry, candidates, &count);
    if (status)
        return status;
    double first[BENCH_MAX_SIZES];
    memcpy(first, candidates[0].ms, sizeof(first));
    tune_choose(candidates, count, tuner->options, automatic ? automatic : first, &policies);
    if (!entry->arrangement->persistent) /* the first policy is for all capacities */
        policies.policy[0].from = policies.policy[0].to = 0;
    set_policies(tuner, entry, &policies);
    return 0;
}

/* ---- all of them ---- */

/* Tunes an algorithm's shape at the largest size. An algorithm that AUTO takes at any capacity gets
 * shapes for the other sizes too, where it can have several. */
static int tune_algorithm(struct tuner *tuner, const struct algorithm *entry)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    const struct arrangement *a = entry->arrangement;
    struct policies policies =
        vks_tuning_policies(&tuner->caps, entry, tuner->first, sizeof(uint32_t));
    struct shape *first = &policies.policy[0].shape;

    *first = vks_shape_cut(&tuner->caps, first, a, sizeof(uint32_t));
    const int status = tune_shape(tuner, entry, largest, true, first);
    set_policies(tuner, entry, &policies);
    return status || a->persistent || vks_shape_is_tree(a) ? status : choose(tuner, entry, NULL);
}

/* Gives the persistent algorithms their ranges. */
static int tune_ranges(struct tuner *tuner)
{
    double automatic[BENCH_MAX_SIZES];
    const struct algorithm *entry;
    int status = 0;

    for (uint32_t k = 0; (entry = vks_catalogue_entry(k)) && !status; k++) {
        if (!tune_wants(tuner, entry))
            continue;
        if (entry->arrangement->persistent)
            status = choose(tuner, entry, automatic);
        for (uint32_t i = 0; i < tuner->options->size_count && !entry->arrangement->persistent; i++)
            status = status ? status : measure_size(tuner, entry, i, NULL, &automatic[i]);
    }
    return status;
}

static int tune_algorithms(struct tuner *tuner)
{
    const struct algorithm *entry;
    int status = 0;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)) && !status; i++)
        if (tune_wants(tuner, entry))
            status = tune_algorithm(tuner, entry);
    status = status ? status : tune_ranges(tuner);
    progress(NULL);
    return status;
}

/* Tunes a family of primitives, in buffers of its own. */
static int tune_family(struct tuner *tuner, struct gpu *gpu)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    vkscan_plan_params params;

    bench_options_plan(tuner->options, tuner->first, &params);
    progress("preparing buffers of %" PRIu64 " elements", largest);
    tuner->filled = 0;
    const int status = bench_open(&tuner->bench, gpu, largest, &params)
                           ? tune_algorithms(tuner)
                           : failed("%s", tuner->bench.error);
    bench_close(&tuner->bench);
    return status;
}

static int tune(struct tuner *tuner, struct gpu *gpu)
{
    char text[TUNING_TEXT_SIZE];
    int status = 0;

    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]) && !status; i++) {
        tuner->first = families[i].first;
        tuner->last = families[i].last;
        status = tune_family(tuner, gpu);
    }
    if (!status) {
        tuning_format(&tuner->best, text);
        puts(text);
    }
    return status;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

int bench_tune(struct gpu *gpu, const struct bench_options *options)
{
    struct bench_options ascending = *options;
    struct tuner tuner = {.options = &ascending, .best = options->tuning, .tried = options->tuning};

    qsort(ascending.sizes, ascending.size_count, sizeof(ascending.sizes[0]), by_size);
    int status = bench_device_caps(gpu, &tuner.caps);
    if (!status)
        status = tune(&tuner, gpu);
    gpu->tuning = &options->tuning;
    return status;
}
