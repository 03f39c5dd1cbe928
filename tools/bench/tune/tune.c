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

/* ---- policies ---- */

/* The policy for the API. An empty range of a persistent algorithm is explicit, since a range of
 * zeros means the library's. */
static vkscan_tuning_policy to_api(const struct algorithm *entry, const struct policy *policy)
{
    const bool never = entry->arrangement->persistent && policy->from >= policy->to;

    return (vkscan_tuning_policy){
        .struct_size = sizeof(vkscan_tuning_policy),
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

static void set_policies(struct tuner *tuner, const struct algorithm *entry,
                         const struct policies *policies)
{
    struct user_tuning *best = &tuner->best;

    remove_policies(best, entry->id);
    for (uint32_t i = 0; i < policies->count && best->policy_count < TUNING_MAX_POLICIES; i++)
        best->policies[best->policy_count++] = to_api(entry, &policies->policy[i]);
    tuner->caps.tuning.policies = best->policies;
    tuner->caps.tuning.policy_count = best->policy_count;
}

/* ---- candidates ---- */

/* Times of these primitives at all sizes, in a shape, or NULL: in those that AUTO uses. */
static int measure_sizes(struct tuner *tuner, const struct algorithm *entry, uint32_t primitives,
                         const struct shape *shape, double *ms)
{
    const struct bench_options *options = tuner->options;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t count = options->sizes[i];
        struct shape automatic;
        vks_tuning_shape_at(&tuner->caps, entry, sizeof(uint32_t), count, &automatic);
        progress("measuring %s of %" PRIu64, entry->name, count);
        if (!tune_time(tuner, entry->id, primitives, shape ? shape : &automatic, count, INFINITY,
                       &ms[i])) {
            progress(NULL);
            return failed("%s of %" PRIu64 " failed: %s", entry->name, count, tuner->bench.error);
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

/* The fastest shapes by size, from the largest down; each search begins at the one before. */
static int find_candidates(struct tuner *tuner, const struct algorithm *entry,
                           struct candidate *candidates, uint32_t *count)
{
    struct shape shape = vks_tuning_shape(&tuner->caps, entry, sizeof(uint32_t), POLICY_FIRST);
    int status = 0;

    candidates[0].shape = shape;
    *count = 1;
    for (uint32_t i = tuner->options->size_count - 1; i-- > 0 && !status;) {
        status = tune_shape(tuner, entry, tuner->options->sizes[i], false, &shape);
        if (!status && *count < MAX_CANDIDATES && !has_shape(candidates, *count, &shape))
            candidates[(*count)++].shape = shape;
    }
    for (uint32_t i = 0; i < *count && !status; i++)
        status = measure_sizes(tuner, entry, tune_primitives(tuner, entry->id),
                               &candidates[i].shape, candidates[i].ms);
    return status;
}

/* Replaces an algorithm's policies by those that are fastest at the sizes; automatic: what AUTO
 * takes without it, NULL: as in the algorithm's first shape. */
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
    if (!entry->arrangement->persistent) /* the first is for all capacities */
        policies.policy[0].from = policies.policy[0].to = 0;
    set_policies(tuner, entry, &policies);
    return 0;
}

/* ---- all of them ---- */

/* The shape for the largest size; of algorithms that AUTO takes at any, those for others. */
static int tune_algorithm(struct tuner *tuner, const struct algorithm *entry)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    struct policies policies = vks_tuning_policies(&tuner->caps, entry, sizeof(uint32_t));
    struct shape *first = &policies.policy[0].shape;

    *first = vks_shape_cut(&tuner->caps, first, entry->arrangement, sizeof(uint32_t));
    const int status = tune_shape(tuner, entry, largest, true, first);
    set_policies(tuner, entry, &policies);
    return status || entry->arrangement->persistent ? status : choose(tuner, entry, NULL);
}

/* Gives the persistent algorithms of the primitive their ranges. */
static int tune_ranges(struct tuner *tuner, vkscan_primitive primitive)
{
    double automatic[BENCH_MAX_SIZES];
    const struct algorithm *entry;
    int status = 0;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)) && !status; i++)
        if (tune_wants(tuner, entry, primitive))
            status = entry->arrangement->persistent
                         ? choose(tuner, entry, automatic)
                         : measure_sizes(tuner, entry, 1u << primitive, NULL, automatic);
    return status;
}

/* Any entry of an algorithm that is tuned; NULL: there is none. */
static const struct algorithm *find_wanted(const struct tuner *tuner, vkscan_algorithm algorithm)
{
    const uint32_t primitives = tune_primitives(tuner, algorithm);
    vkscan_primitive p = 0;

    while (primitives && !(primitives & 1u << p))
        p++;
    return primitives ? vks_catalogue_find(algorithm, p) : NULL;
}

static int tune_algorithms(struct tuner *tuner)
{
    int status = 0;
    bool any = false;

    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO; vkscan_algorithm_name(a) && !status; a++) {
        const struct algorithm *entry = find_wanted(tuner, a);
        any |= entry != NULL;
        status = entry ? tune_algorithm(tuner, entry) : 0;
    }
    progress(NULL);
    if (!any)
        return failed("this device runs no algorithm that can be tuned: it has no subgroup "
                      "operations");
    if (!status)
        status = tune_ranges(tuner, VKSCAN_PRIMITIVE_REDUCE);
    if (!status)
        status = tune_ranges(tuner, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN);
    progress(NULL);
    return status;
}

static int tune(struct tuner *tuner, struct gpu *gpu)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .op = VKSCAN_OP_ADD,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = largest};
    char text[TUNING_TEXT_SIZE];

    progress("preparing buffers of %" PRIu64 " elements", largest);
    const int status = bench_open(&tuner->bench, gpu, largest, &params) &&
                               bench_fill(&tuner->bench, &params, SORT_DATA_RANDOM)
                           ? tune_algorithms(tuner)
                           : failed("%s", tuner->bench.error);
    bench_close(&tuner->bench);
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
