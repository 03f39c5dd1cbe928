/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include <math.h>

#include "measure/subject.h"
#include "tuning_text.h"

#define MAX_PLANS 8 /* more than algorithms share a layout */

/* Of u32 and add: other types and operators move the same bytes. */
struct plans {
    vkscan_context *context;
    vkscan_plan_params params[MAX_PLANS];
    vkscan_plan *plan[MAX_PLANS];
    uint32_t count;
};

bool tune_wants(const struct tuner *tuner, const struct algorithm *algorithm,
                vkscan_primitive primitive)
{
    const struct caps *caps = &tuner->probe.caps;

    return algorithm->automatic && vks_tuning_layout(algorithm->layout)->vectors &&
           !(algorithm->needs & ~caps->capabilities) &&
           vks_algorithm_find(caps, algorithm->id, primitive) == algorithm;
}

static void add_plan(struct plans *plans, const struct algorithm *algorithm,
                     vkscan_primitive primitive, uint64_t count)
{
    plans->params[plans->count++] = (vkscan_plan_params){
        .primitive = primitive,
        .op = VKSCAN_OP_ADD,
        .type = VKSCAN_TYPE_U32,
        .algorithm = algorithm->id,
        .capacity = count,
    };
}

static void keep_message(void *user, VkResult result, const char *message)
{
    struct tuner *tuner = user;

    (void)result;
    bench_fail(&tuner->bench, message);
}

static bool create_plans(struct tuner *tuner, enum layout layout, const struct shape *shape,
                         struct plans *plans)
{
    vkscan_context_params context = gpu_context_params(tuner->bench.gpu);
    struct tuning row = tuner->row;
    char text[TUNING_TEXT_SIZE];
    bool ok;

    row.layout[layout][0].shape = *shape;
    vks_tuning_format(&row, TUNING_ALL_LAYOUTS, text);
    context.tuning = text;
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

static bool time_plans(struct tuner *tuner, enum layout layout, const struct shape *shape,
                       struct plans *plans, double best_ms, double *ms)
{
    const bool ok =
        create_plans(tuner, layout, shape, plans) && measure_plans(tuner, plans, best_ms, ms);

    destroy_plans(plans);
    return ok;
}

bool tune_time_layout(struct tuner *tuner, enum layout layout, const struct shape *shape,
                      uint64_t count, double best_ms, double *ms)
{
    const struct algorithm *algorithm;
    struct plans plans = {0};

    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; p++)
        for (uint32_t i = 0; (algorithm = vks_algorithm_row(i)); i++)
            if (algorithm->layout == layout && tune_wants(tuner, algorithm, p))
                add_plan(&plans, algorithm, p, count);
    return time_plans(tuner, layout, shape, &plans, best_ms, ms);
}

bool tune_time_algorithm(struct tuner *tuner, const struct algorithm *algorithm,
                         vkscan_primitive primitive, const struct shape *shape, uint64_t count,
                         double *ms)
{
    struct plans plans = {0};

    add_plan(&plans, algorithm, primitive, count);
    return time_plans(tuner, algorithm->layout, shape, &plans, INFINITY, ms);
}
