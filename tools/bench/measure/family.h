/* SPDX-License-Identifier: MIT */
/*
 * What differs in measuring one kind of primitive and another: folds (reductions and scans),
 * selections and sorts. A table each.
 */
#ifndef MEASURE_FAMILY_H
#define MEASURE_FAMILY_H

#include "workspace.h"

/* Bytes of the buffers of so many elements. Second ones, flags or values, are in the same buffers,
 * behind the elements: see second_place. */
struct extent {
    VkDeviceSize source, second_source, destination, second_destination;
    uint32_t copies; /* destinations that are as large as the source's buffer, to hold all */
};

struct family {
    struct extent (*extent)(const vkscan_plan_params *params, uint64_t count);
    /* Fills bench->data, and bench->seed where it is `seeded`. False: out of memory. */
    bool (*fill)(struct bench *bench, const vkscan_plan_params *params,
                 enum reference_sort_data data);
    /* Of params->capacity elements; all below too. */
    struct limit_work (*limit)(const struct bench *bench, const vkscan_plan_params *params);
    /* Bytes of the result, from the start of the destination. */
    VkDeviceSize (*result_size)(const vkscan_plan_params *params);
    bool (*seeded)(const vkscan_plan_params *params);
    void (*bind)(const struct bench *bench, const vkscan_plan_params *params,
                 vkscan_binding_params *buffers); /* its further buffers */
    /* Whether bench->result and bench->number are right; else *at is the element that is not, or
     * the count if none is by itself. */
    bool (*check)(const struct bench *bench, const vkscan_plan_params *params, uint64_t *at);
    /* On one core of the CPU: to bench->result and bench->number. False: out of memory. */
    bool (*compute)(struct bench *bench, const vkscan_plan_params *params);
};

extern const struct family bench_fold, bench_selection, bench_sorting;

const struct family *bench_family(vkscan_primitive primitive);

struct extent bench_extent(const vkscan_plan_params *params, uint64_t count);

/* Where a second one begins behind so many bytes. */
VkDeviceSize second_place(VkDeviceSize size);

/* Bytes of both, from the start. */
VkDeviceSize extent_source(const struct extent *extent);
VkDeviceSize extent_destination(const struct extent *extent);

/* Kernels access small elements by words. */
VkDeviceSize whole_words(VkDeviceSize size);

#endif
