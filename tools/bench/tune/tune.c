/* SPDX-License-Identifier: MIT */
#include "tune.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "progress.h"
#include "ranges.h"
#include "shapes.h"
#include "tuning_text.h"

static const vkscan_primitive primitives[] = {VKSCAN_PRIMITIVE_REDUCE,
                                              VKSCAN_PRIMITIVE_INCLUSIVE_SCAN};
#define PRIMITIVES (sizeof(primitives) / sizeof(primitives[0]))

/* A mask of bits 1 << enum layout. */
static uint32_t find_layouts(const struct tuner *tuner)
{
    const struct algorithm *algorithm;
    uint32_t layouts = 0;

    for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)); i++)
        for (size_t p = 0; p < PRIMITIVES; p++)
            if (tune_wants(tuner, algorithm, primitives[p]))
                layouts |= 1u << algorithm->layout;
    return layouts;
}

/* A mask of layouts whose shapes are the caller's and not the library's. */
static uint32_t find_given(const struct tuner *tuner)
{
    struct caps caps = tuner->probe.caps;
    uint32_t layouts = 0;

    caps.tuning = NULL;
    const struct tuning *table = vks_tuning_find(&caps);
    for (uint32_t i = 0; i < LAYOUT_COUNT; i++)
        if (memcmp(&tuner->probe.tuning.layout[i][0].shape, &table->layout[i][0].shape,
                   sizeof(struct shape)) != 0)
            layouts |= 1u << i;
    return layouts;
}

static int tune_layout(struct tuner *tuner, enum layout layout)
{
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    struct shape *first = &tuner->row.layout[layout][0].shape;

    *first = vks_tuning_cut(&tuner->probe.caps, first, layout, sizeof(uint32_t));
    const int status = tune_shape(tuner, layout, largest, first);
    return status || vks_tuning_layout(layout)->persistent ? status : tune_further(tuner, layout);
}

static int tune_layouts(struct tuner *tuner, uint32_t layouts)
{
    int status = 0;

    for (uint32_t i = 0; i < LAYOUT_COUNT && !status; i++)
        if (layouts & 1u << i)
            status = tune_layout(tuner, (enum layout)i);
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
    const vkscan_plan_params params = {.op = VKSCAN_OP_ADD, .type = VKSCAN_TYPE_U32};
    const uint32_t layouts = find_layouts(tuner);
    const uint64_t largest = tuner->options->sizes[tuner->options->size_count - 1];
    char text[TUNING_TEXT_SIZE];

    if (!layouts)
        return failed("this device runs no algorithm that can be tuned: it has no subgroup "
                      "operations");
    if (vkCreatePipelineCache(gpu->device, &cache, NULL, &tuner->pipelines) != VK_SUCCESS)
        tuner->pipelines = VK_NULL_HANDLE;
    progress("preparing buffers of %" PRIu64 " elements", largest);
    int status = bench_open(&tuner->bench, gpu, largest, &params)
                     ? tune_layouts(tuner, layouts)
                     : failed("%s", tuner->bench.error);
    bench_close(&tuner->bench);
    vkDestroyPipelineCache(gpu->device, tuner->pipelines, NULL);
    if (!status) {
        vks_tuning_format(&tuner->row, layouts | find_given(tuner), text);
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
    struct tuner tuner = {.options = &ascending};

    qsort(ascending.sizes, ascending.size_count, sizeof(ascending.sizes[0]), by_size);
    const int status = probe_device(&tuner.probe, gpu);
    if (status)
        return status;
    tuner.row = tuner.probe.tuning;
    return tune(&tuner, gpu);
}
