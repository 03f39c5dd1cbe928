/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include <math.h>

#include "element.h"
#include "measure/measure.h"

#define MAX_PLANS 4 /* more than an algorithm has primitives */

/* Of u32 and add: other types and operators move the same bytes. */
struct plans {
    vkscan_context *context;
    vkscan_plan_params params[MAX_PLANS];
    vkscan_plan *plan[MAX_PLANS];
    uint32_t count;
};

bool tune_wants(const struct tuner *tuner, const struct algorithm *entry,
                vkscan_primitive primitive)
{
    return entry->production && entry->arrangement->subgroups &&
           entry->primitives & 1u << primitive && !(entry->needs & ~tuner->caps.capabilities);
}

static void add_plan(struct plans *plans, vkscan_algorithm algorithm, vkscan_primitive primitive,
                     uint64_t count)
{
    plans->params[plans->count++] = (vkscan_plan_params){
        .primitive = primitive,
        .op = VKSCAN_OP_ADD,
        .type = VKSCAN_TYPE_U32,
        .algorithm = algorithm,
        .capacity = count,
    };
}

static void keep_message(void *user, VkResult result, const char *message)
{
    struct tuner *tuner = user;

    (void)result;
    bench_fail(&tuner->bench, message);
}

/* By name, an algorithm has its first policy at any capacity. */
static bool create_plans(struct tuner *tuner, const struct shape *shape, struct plans *plans)
{
    const vkscan_tuning_policy policy = {
        .algorithm = plans->params[0].algorithm,
        .workgroup_size = shape->workgroup_size,
        .items = shape->items,
        .workgroups = shape->workgroups,
    };
    vkscan_context_params context = gpu_context_params(tuner->bench.gpu);
    bool ok;

    context.policies = &policy;
    context.policy_count = 1;
    context.pipeline_cache = tuner->pipelines;
    context.message = keep_message;
    context.message_user = tuner;
    ok = vkscan_context_create(&context, &plans->context) == VK_SUCCESS;
    for (uint32_t i = 0; i < plans->count && ok; i++)
        ok = vkscan_plan_create(plans->context, &plans->params[i], &plans->plan[i]) == VK_SUCCESS;
    return ok;
}

static void destroy_plans(struct plans *plans)
{
    for (uint32_t i = 0; i < plans->count; i++)
        vkscan_plan_destroy(plans->plan[i]);
    vkscan_context_destroy(plans->context);
}

static bool measure_plans(struct tuner *tuner, const struct plans *plans, double best_ms,
                          double *ms)
{
    struct bench *bench = &tuner->bench;
    struct timing time;
    bool ok = true;

    *ms = 0;
    for (uint32_t i = 0; i < plans->count && ok; i++) {
        ok = bench_time_plan(bench, plans->plan[i], &plans->params[i], tuner->options->repeat,
                             &time);
        *ms += ok ? time.median : 0;
    }
    for (uint32_t i = 0; i < plans->count && ok && *ms < best_ms; i++)
        ok = bench_verify_plan(bench, plans->plan[i], &plans->params[i]);
    return ok;
}

static bool time_plans(struct tuner *tuner, const struct shape *shape, struct plans *plans,
                       double best_ms, double *ms)
{
    const bool ok = create_plans(tuner, shape, plans) && measure_plans(tuner, plans, best_ms, ms);

    destroy_plans(plans);
    return ok;
}

bool tune_time_algorithm(struct tuner *tuner, vkscan_algorithm algorithm, const struct shape *shape,
                         uint64_t count, double best_ms, double *ms)
{
    struct plans plans = {0};

    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; p++) {
        const struct algorithm *entry = vks_catalogue_find(algorithm, p);
        if (entry && tune_wants(tuner, entry, p))
            add_plan(&plans, algorithm, p, count);
    }
    return time_plans(tuner, shape, &plans, best_ms, ms);
}

bool tune_time_entry(struct tuner *tuner, const struct algorithm *entry, vkscan_primitive primitive,
                     const struct shape *shape, uint64_t count, double *ms)
{
    struct plans plans = {0};

    add_plan(&plans, entry->id, primitive, count);
    return time_plans(tuner, shape, &plans, INFINITY, ms);
}
