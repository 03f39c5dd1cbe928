/* SPDX-License-Identifier: MIT */
/* The plans of harness.h, one for each distinct configuration of a context. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* A plan of the pool. Its pipelines also depend on the capabilities, which some tests take from a
 * context for a while. */
struct pooled {
    vkscan_context *context;
    uint32_t capabilities;
    struct plan plan;
    vkscan_plan *created;
};

static struct pooled *pool;
static size_t pooled_count;

static vkscan_plan *find(vkscan_context *context, const struct plan *plan)
{
    for (size_t i = 0; i < pooled_count; i++)
        if (pool[i].context == context && pool[i].capabilities == context->caps.capabilities &&
            memcmp(&pool[i].plan, plan, sizeof(*plan)) == 0)
            return pool[i].created;
    return NULL;
}

static void add(vkscan_context *context, const struct plan *plan, vkscan_plan *created)
{
    pool = realloc(pool, (pooled_count + 1) * sizeof(*pool));
    assert_non_null(pool);
    struct pooled *pooled = &pool[pooled_count++];
    pooled->context = context;
    pooled->capabilities = context->caps.capabilities;
    memcpy(&pooled->plan, plan, sizeof(*plan)); /* with its padding, as it is compared */
    pooled->created = created;
}

vkscan_plan *harness_plan_resolved(vkscan_context *context, const struct plan *plan)
{
    vkscan_plan *created = find(context, plan);

    if (!created) {
        assert_int_equal(vks_context_plan_create(context, plan, &created), VK_SUCCESS);
        add(context, plan, created);
    }
    return created;
}

void harness_resolve(vkscan_context *context, const struct caps *caps,
                     const vkscan_plan_params *params, const struct op *op,
                     const struct shape *shape, struct plan *plan)
{
    memset(plan, 0, sizeof(*plan)); /* with its padding */
    assert_int_equal(vks_plan_resolve_with(caps, params, op, shape, &context->errors, plan),
                     VK_SUCCESS);
}

vkscan_plan *harness_plan_with(vkscan_context *context, vkscan_plan_params params,
                               const struct op *op, const struct shape *shape)
{
    struct plan plan;

    harness_resolve(context, &context->caps, &params, op, shape, &plan);
    return harness_plan_resolved(context, &plan);
}

vkscan_plan *harness_plan(vkscan_context *context, vkscan_plan_params params)
{
    struct plan plan;
    vkscan_plan *created;

    memset(&plan, 0, sizeof(plan));
    assert_int_equal(vks_plan_resolve(&context->caps, &params, &context->errors, &plan),
                     VK_SUCCESS);
    created = find(context, &plan);
    if (!created) {
        assert_int_equal(sized_plan_create(context, &params, &created), VK_SUCCESS);
        add(context, &plan, created);
    }
    return created;
}

void harness_forget_plans(vkscan_context *context)
{
    size_t kept = 0;

    for (size_t i = 0; i < pooled_count; i++)
        if (pool[i].context == context)
            vkscan_plan_destroy(pool[i].created);
        else
            pool[kept++] = pool[i];
    pooled_count = kept;
    if (kept == 0) {
        free(pool);
        pool = NULL;
    }
}
