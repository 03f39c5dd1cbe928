/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "measure/measure.h"

static bool can_run(const struct tuner *tuner, const struct algorithm *entry)
{
    const struct bench_options *options = tuner->options;

    return entry->production && entry->primitives & 1u << tuner->first &&
           !(entry->needs & ~tuner->caps.capabilities) &&
           (!entry->binds_second_ports || tuner->caps.max_storage_buffers >= BINDING_COUNT) &&
           (!entry->largest || options->sizes[options->size_count - 1] <= entry->largest);
}

/* Among algorithms for all capacities AUTO takes the last one. */
bool tune_wants(const struct tuner *tuner, const struct algorithm *entry)
{
    const struct algorithm *other, *last = NULL;

    for (uint32_t i = 0; (other = vks_catalogue_entry(i)); i++)
        if (!other->arrangement->persistent && can_run(tuner, other))
            last = other;
    return entry->arrangement->persistent ? can_run(tuner, entry) : entry == last;
}

/* Makes plans use the algorithm in the shape. By name, an algorithm has its first policy at any
 * capacity. */
static bool use_shape(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape)
{
    tuner->tried.policies[0] = (vkscan_tuning_policy){
        .struct_size = sizeof(vkscan_tuning_policy),
        .algorithm = algorithm,
        .workgroup_size = shape->workgroup_size,
        .items = shape->items,
        .workgroups = shape->workgroups,
    };
    tuner->tried.policy_count = 1;
    tuner->bench.gpu->tuning = &tuner->tried;
    return bench_renew_context(&tuner->bench);
}

/* Adds the plan's time to *ms, or verifies the plan if ms is NULL. */
static bool run(struct tuner *tuner, const vkscan_plan_params *params, double *ms)
{
    vkscan_plan *plan = NULL;
    struct timing time = {0};

    bool ok = vkscan_plan_create(tuner->bench.context, params, &plan) == VK_SUCCESS;
    if (ms)
        ok = ok && bench_time_plan(&tuner->bench, plan, params, tuner->options->repeat, &time);
    else
        ok = ok && bench_verify_plan(&tuner->bench, plan, params);
    if (ms)
        *ms += time.median;
    vkscan_plan_destroy(plan);
    return ok;
}

static bool fill(struct tuner *tuner, const vkscan_plan_params *params)
{
    const bool ok =
        tuner->filled == params->capacity || bench_fill(&tuner->bench, params, SORT_DATA_RANDOM);

    tuner->filled = params->capacity;
    return ok;
}

/* Times sums of u32: other types and operators move the same bytes. */
bool tune_time(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape,
               uint64_t count, double best_ms, double *ms)
{
    vkscan_plan_params params;
    bool ok = use_shape(tuner, algorithm, shape);

    *ms = 0;
    for (int verifies = 0; verifies < 2; verifies++)
        for (vkscan_primitive p = tuner->first; p <= tuner->last && ok; p++) {
            bench_options_plan(tuner->options, p, &params);
            params.algorithm = algorithm;
            params.capacity = count;
            if (!verifies || *ms < best_ms)
                ok = fill(tuner, &params) && run(tuner, &params, verifies ? NULL : ms);
        }
    return ok;
}
