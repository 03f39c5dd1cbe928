/* SPDX-License-Identifier: MIT */
#include "tune.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "device_caps.h"
#include "failure.h"
#include "progress.h"
#include "ranges.h"
#include "shapes.h"

static const vkscan_primitive primitives[] = {VKSCAN_PRIMITIVE_REDUCE,
                                              VKSCAN_PRIMITIVE_INCLUSIVE_SCAN};
#define PRIMITIVES (sizeof(primitives) / sizeof(primitives[0]))

/* Any entry of an algorithm to be tuned; NULL if it is none. */
static const struct algorithm *find_wanted(const struct tuner *tuner, vkscan_algorithm algorithm)
{
    const struct algorithm *entry;

    for (size_t p = 0; p < PRIMITIVES; p++)
        if ((entry = vks_catalogue_find(algorithm, primitives[p])) &&
            tune_wants(tuner, entry, primitives[p]))
            return entry;
    return NULL;
}

static bool tunes_any(const struct tuner *tuner)
{
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO; vkscan_algorithm_name(a); a++)
        if (find_wanted(tuner, a))
            return true;
    return false;
}

static int tune_algorithm(struct tuner *tuner, const struct algorithm *entry)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    struct policies policies = vks_tuning_policies(&tuner->caps, entry);
    struct shape *first = &policies.policy[0].shape;

    *first = vks_shape_cut(&tuner->caps, first, entry->arrangement, sizeof(uint32_t));
    const int status = tune_shape(tuner, entry, largest, first);
    tune_set_policies(tuner, entry, &policies);
    return status || entry->arrangement->persistent ? status : tune_further(tuner, entry);
}

static int tune_algorithms(struct tuner *tuner)
{
    int status = 0;

    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO; vkscan_algorithm_name(a) && !status; a++) {
        const struct algorithm *entry = find_wanted(tuner, a);
        status = entry ? tune_algorithm(tuner, entry) : 0;
    }
    for (size_t p = 0; p < PRIMITIVES && !status; p++)
        status = tune_ranges(tuner, primitives[p]);
    progress(NULL);
    return status;
}

static int tune(struct tuner *tuner, struct gpu *gpu)
{
    const VkPipelineCacheCreateInfo cache = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
    };
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    const vkscan_plan_params params = {
        .op = VKSCAN_OP_ADD, .type = VKSCAN_TYPE_U32, .capacity = largest};
    char text[TUNING_TEXT_SIZE];

    if (!tunes_any(tuner))
        return failed("this device runs no algorithm that can be tuned: it has no subgroup "
                      "operations");
    if (vkCreatePipelineCache(gpu->device, &cache, NULL, &tuner->pipelines) != VK_SUCCESS)
        tuner->pipelines = VK_NULL_HANDLE;
    progress("preparing buffers of %" PRIu64 " elements", largest);
    const int status = bench_open(&tuner->bench, gpu, largest, &params) &&
                               bench_fill(&tuner->bench, &params, SORT_DATA_RANDOM)
                           ? tune_algorithms(tuner)
                           : failed("%s", tuner->bench.error);
    bench_close(&tuner->bench);
    vkDestroyPipelineCache(gpu->device, tuner->pipelines, NULL);
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
    struct tuner tuner = {.options = &ascending, .best = options->tuning};

    qsort(ascending.sizes, ascending.size_count, sizeof(ascending.sizes[0]), by_size);
    const int status = device_caps(gpu, &tuner.caps);
    return status ? status : tune(&tuner, gpu);
}
