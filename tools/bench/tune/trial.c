/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "measure/measure.h"

bool tune_wants(const struct tuner *tuner, const struct algorithm *entry,
                vkscan_primitive primitive)
{
    return entry->production && entry->arrangement->subgroups &&
           entry->primitives & 1u << primitive && !(entry->needs & ~tuner->caps.capabilities);
}

uint32_t tune_primitives(const struct tuner *tuner, vkscan_algorithm algorithm)
{
    uint32_t primitives = 0;

    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; p++) {
        const struct algorithm *entry = vks_catalogue_find(algorithm, p);
        if (entry && tune_wants(tuner, entry, p))
            primitives |= 1u << p;
    }
    return primitives;
}

/* By name, an algorithm has its first policy at any capacity. */
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

/* Of u32 and add: other types and operators move the same bytes. Adds to *ms, or verifies. */
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

bool tune_time(struct tuner *tuner, vkscan_algorithm algorithm, uint32_t primitives,
               const struct shape *shape, uint64_t count, double best_ms, double *ms)
{
    vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                 .op = VKSCAN_OP_ADD,
                                 .type = VKSCAN_TYPE_U32,
                                 .algorithm = algorithm,
                                 .capacity = count};
    bool ok = use_shape(tuner, algorithm, shape);

    *ms = 0;
    for (int verifies = 0; verifies < 2; verifies++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_INCLUSIVE_SCAN && ok; p++) {
            params.primitive = p;
            if (primitives & 1u << p && (!verifies || *ms < best_ms))
                ok = run(tuner, &params, verifies ? NULL : ms);
        }
    return ok;
}
