/* SPDX-License-Identifier: MIT */
/* Measuring sorts, ascending, of keys alone, with values, or of the keys' indices. */
#include "family.h"

#include "baseline_sort.h"
#include "sample.h"
#include "sort_check.h"

#define DIGIT_BITS 8 /* of the sort that moves the least */

static bool makes_indices(const vkscan_plan_params *params)
{
    return params->sort && params->sort->flags & VKSCAN_SORT_INDICES;
}

static uint32_t value_size(const vkscan_plan_params *params)
{
    if (makes_indices(params))
        return sizeof(uint32_t);
    return params->sort ? params->sort->value_size : 0;
}

static struct extent sort_extent(const vkscan_plan_params *params, uint64_t count)
{
    const VkDeviceSize keys = whole_words(count * vkscan_type_size(params->type));
    const VkDeviceSize values = count * value_size(params);

    return (struct extent){keys, values, keys, values, .copies = 1};
}

static void *values_in(uint32_t *buffer, const vkscan_plan_params *params)
{
    const struct extent extent = bench_extent(params, params->capacity);

    return (char *)buffer + second_place(extent.source);
}

static struct sort_records records_in(uint32_t *buffer, const vkscan_plan_params *params)
{
    return (struct sort_records){params->type, value_size(params), buffer,
                                 value_size(params) ? values_in(buffer, params) : NULL};
}

/* What a sort makes indices of has the same values. */
static bool fill_sort(struct bench *bench, const vkscan_plan_params *params,
                      enum reference_sort_data data)
{
    if (value_size(params))
        sample_values(value_size(params), values_in(bench->data, params), params->capacity);
    return sample_keys(params->type, data, bench->data, params->capacity);
}

/* OneSweep: a read of the keys, and for each digit a pass that reads and writes all. */
static struct limit_work sort_limit(const struct bench *bench, const vkscan_plan_params *params)
{
    const struct extent extent = bench_extent(params, params->capacity);

    (void)bench;
    return (struct limit_work){
        LIMIT_PASSES,
        .read = extent.source,
        .written = extent.source + extent.second_source,
        .passes = 8 * vkscan_type_size(params->type) / DIGIT_BITS,
    };
}

static VkDeviceSize sort_result_size(const vkscan_plan_params *params)
{
    const struct extent extent = bench_extent(params, params->capacity);

    return extent_destination(&extent);
}

static bool is_seeded(const vkscan_plan_params *params)
{
    (void)params;
    return false;
}

static void bind_values(const struct bench *bench, const vkscan_plan_params *params,
                        vkscan_binding_params *buffers)
{
    const struct extent extent = bench_extent(params, params->capacity);
    const VkDeviceSize place = second_place(extent.source);

    if (!extent.second_source)
        return;
    if (!makes_indices(params))
        buffers->second_source = gpu_range(&bench->source, place, extent.second_source);
    buffers->second_destination = gpu_range(&bench->destination, place, extent.second_source);
}

static bool check_sorting(const struct bench *bench, const vkscan_plan_params *params, uint64_t *at)
{
    const struct sort_records source = records_in(bench->data, params),
                              sorted = records_in(bench->result, params);

    return sort_check(&source, &sorted, params->capacity, at);
}

static bool compute_sort(struct bench *bench, const vkscan_plan_params *params)
{
    const struct sort_records source = records_in(bench->data, params);

    return baseline_sort(&source, params->capacity, bench->result,
                         value_size(params) ? values_in(bench->result, params) : NULL);
}

const struct family bench_sorting = {
    .extent = sort_extent,
    .fill = fill_sort,
    .limit = sort_limit,
    .result_size = sort_result_size,
    .seeded = is_seeded,
    .bind = bind_values,
    .check = check_sorting,
    .compute = compute_sort,
};
