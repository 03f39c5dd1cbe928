/* SPDX-License-Identifier: MIT */
/* Measuring select, partition and unique, which write elements and their number. */
#include "family.h"

#include <string.h>

#include "sample.h"
#include "selection_mask.h"

static vkscan_criterion criterion_of(const vkscan_plan_params *params)
{
    return params->select ? params->select->criterion : VKSCAN_CRITERION_FLAG_BYTES;
}

static bool is_unique(const vkscan_plan_params *params)
{
    return params->primitive == VKSCAN_PRIMITIVE_UNIQUE;
}

static uint32_t flag_bits(const vkscan_plan_params *params)
{
    return is_unique(params) ? 0 : sample_flag_bits(criterion_of(params));
}

static struct extent selection_extent(const vkscan_plan_params *params, uint64_t count)
{
    const VkDeviceSize elements = count * vkscan_type_size(params->type);

    return (struct extent){
        .source = elements,
        .second_source = (count * flag_bits(params) + 31) / 32 * 4,
        .destination = elements,
        .copies = 1,
    };
}

static char *flags_of(const struct bench *bench, const vkscan_plan_params *params)
{
    const struct extent extent = bench_extent(params, params->capacity);

    return (char *)bench->data + second_place(extent.source);
}

static struct reference_selection selection_of(const struct bench *bench,
                                               const vkscan_plan_params *params)
{
    return (struct reference_selection){
        .primitive = params->primitive,
        .type = params->type,
        .criterion = criterion_of(params),
        .source = bench->data,
        .flags = flags_of(bench, params),
        .seed = bench->seed,
    };
}

static bool fill_selection(struct bench *bench, const vkscan_plan_params *params,
                           enum reference_sort_data data)
{
    if (!sample_keys(params->type, data, bench->data, params->capacity))
        return false;
    if (flag_bits(params))
        sample_flags(criterion_of(params), flags_of(bench, params), params->capacity);
    sample_median(params->type, bench->data, params->capacity, bench->seed);
    return true;
}

/* Reads elements and flags, and writes what is kept. */
static struct limit_work selection_limit(const struct bench *bench,
                                         const vkscan_plan_params *params)
{
    const struct reference_selection selection = selection_of(bench, params);
    const struct extent extent = bench_extent(params, params->capacity);
    const uint64_t stored = params->primitive == VKSCAN_PRIMITIVE_PARTITION
                                ? params->capacity
                                : selection_number(&selection, params->capacity);

    return (struct limit_work){
        LIMIT_MOVE,
        .read = extent.source + extent.second_source,
        .written = stored * vkscan_type_size(params->type),
    };
}

static VkDeviceSize selection_result_size(const vkscan_plan_params *params)
{
    return params->capacity * vkscan_type_size(params->type);
}

static bool is_seeded(const vkscan_plan_params *params)
{
    return !is_unique(params) && !flag_bits(params);
}

static void bind_selection(const struct bench *bench, const vkscan_plan_params *params,
                           vkscan_binding_params *buffers)
{
    const struct extent extent = bench_extent(params, params->capacity);

    buffers->number = gpu_range(&bench->number_place, 0, sizeof(bench->number));
    if (extent.second_source)
        buffers->flags =
            gpu_range(&bench->source, second_place(extent.source), extent.second_source);
}

static bool check_selection(const struct bench *bench, const vkscan_plan_params *params,
                            uint64_t *at)
{
    const struct reference_selection selection = selection_of(bench, params);

    return selection_check(&selection, params->capacity, bench->result, bench->number, at);
}

static bool compute_selection(struct bench *bench, const vkscan_plan_params *params)
{
    const struct reference_selection selection = selection_of(bench, params);

    bench->number = (uint32_t)selection_run(&selection, params->capacity, bench->result);
    return true;
}

const struct family bench_selection = {
    .extent = selection_extent,
    .fill = fill_selection,
    .limit = selection_limit,
    .result_size = selection_result_size,
    .seeded = is_seeded,
    .bind = bind_selection,
    .check = check_selection,
    .compute = compute_selection,
};
