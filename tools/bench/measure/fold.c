/* SPDX-License-Identifier: MIT */
/* Measuring reductions and scans. */
#include "family.h"

#include "baseline.h"
#include "reference.h"

static bool is_reduction(const vkscan_plan_params *params)
{
    return params->primitive == VKSCAN_PRIMITIVE_REDUCE;
}

static struct extent fold_extent(const vkscan_plan_params *params, uint64_t count)
{
    const uint32_t in = vkscan_type_size(params->type), out = bench_out_size(params);

    return (struct extent){.source = count * in, .destination = count * out, .copies = out / in};
}

static bool fill_fold(struct bench *bench, const vkscan_plan_params *params,
                      enum reference_sort_data data)
{
    (void)data;
    reference_fill(params->type, params->op, REFERENCE_RANDOM, 1, bench->data, params->capacity);
    return true;
}

static struct limit_work fold_limit(const struct bench *bench, const vkscan_plan_params *params)
{
    const VkDeviceSize size = params->capacity * vkscan_type_size(params->type);

    (void)bench;
    if (is_reduction(params))
        return (struct limit_work){LIMIT_READ, .read = size};
    return (struct limit_work){LIMIT_COPY, .read = size,
                               .written = params->capacity * bench_out_size(params)};
}

static VkDeviceSize fold_result_size(const vkscan_plan_params *params)
{
    return (is_reduction(params) ? 1 : params->capacity) * bench_out_size(params);
}

static bool is_seeded(const vkscan_plan_params *params)
{
    (void)params;
    return false;
}

static void bind_nothing(const struct bench *bench, const vkscan_plan_params *params,
                         vkscan_binding_params *buffers)
{
    (void)bench;
    (void)params;
    (void)buffers;
}

static bool check_fold(const struct bench *bench, const vkscan_plan_params *params, uint64_t *at)
{
    return reference_check(params, NULL, bench->data, params->capacity, bench->result, at);
}

static bool compute_fold(struct bench *bench, const vkscan_plan_params *params)
{
    baseline_run(params, bench->data, params->capacity, bench->result);
    return true;
}

const struct family bench_fold = {
    .extent = fold_extent,
    .fill = fill_fold,
    .limit = fold_limit,
    .result_size = fold_result_size,
    .seeded = is_seeded,
    .bind = bind_nothing,
    .check = check_fold,
    .compute = compute_fold,
};
