/* SPDX-License-Identifier: MIT */
#include "refusals.h"
#include "port_buffers.h"

#include <string.h>

static vkscan_context *make_context(struct harness *h, uint32_t ignored_capabilities, bool quiet)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.ignored_capabilities = ignored_capabilities;
    if (quiet)
        params.message = NULL;
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

static void refuse_to_create(vkscan_context *context, const vkscan_plan_params *params,
                             VkResult expected)
{
    vkscan_plan *plan = UNTOUCHED;

    assert_int_equal(sized_plan_create(context, params, &plan), expected);
    assert_null(plan);
}

static void refuse_on(struct harness *h, vkscan_context *const contexts[2], uint32_t ignored,
                      const vkscan_plan_params *params, VkResult expected, const char *part)
{
    const unsigned before = h->messages;
    vkscan_context_params on = harness_context_params(h);

    refuse_to_create(contexts[0], params, expected);
    assert_int_equal(h->messages, before + 1);
    harness_assert_error(h, expected, expected, part);
    refuse_to_create(contexts[1], params, expected);
    on.ignored_capabilities = ignored;
    harness_assert_error(h, sized_query_plan(&on, params, NULL), expected, part);
    on.device = VK_NULL_HANDLE;
    harness_assert_error(h, sized_query_plan(&on, params, NULL), expected, part);
    on.message = NULL;
    assert_int_equal(sized_query_plan(&on, params, NULL), expected);
}

void refuse_plan(struct harness *h, vkscan_plan_params params, uint32_t ignored_capabilities,
                 VkResult expected, const char *part)
{
    vkscan_context *const contexts[] = {make_context(h, ignored_capabilities, false),
                                        make_context(h, ignored_capabilities, true)};

    refuse_on(h, contexts, ignored_capabilities, &params, expected, part);
    vkscan_context_destroy(contexts[0]);
    vkscan_context_destroy(contexts[1]);
}

void refuse_plans(struct harness *h, const struct bad_plan *rows, size_t count)
{
    vkscan_context *const contexts[] = {h->context, make_context(h, 0, true)};

    for (size_t i = 0; i < count; i++)
        refuse_on(h, contexts, 0, &rows[i].params, rows[i].result ? rows[i].result : INVALID,
                  rows[i].part);
    vkscan_context_destroy(contexts[1]);
}

/* ---- buffers ---- */

static void change(struct port_buffers *buffers, const struct change *change)
{
    char *bytes = (char *)buffers;
    uint64_t value = 0;

    if (change->what == CHANGE_LIKE) {
        memcpy(bytes + change->at, bytes + change->from, change->size);
        return;
    }
    if (change->what == CHANGE_ADD)
        memcpy(&value, bytes + change->at, change->size);
    value += change->value;
    memcpy(bytes + change->at, &value, change->size); /* little-endian */
}

struct port_buffers change_buffers(struct port_buffers good, const struct change changes[3])
{
    for (size_t i = 0; i < 3; i++)
        change(&good, &changes[i]);
    return good;
}

void refuse_buffers(struct harness *h, const vkscan_plan *plan, const struct port_buffers *buffers,
                    VkResult expected, const char *part)
{
    vkscan_binding *binding = UNTOUCHED;

    harness_assert_error(h, port_buffers_bind(plan, buffers, &binding), expected, part);
    assert_null(binding);
    if (plan->plan.access != VKSCAN_ACCESS_DESCRIPTOR_SETS)
        harness_assert_error(h,
                             port_buffers_run(plan, NEVER_USED, buffers, plan->plan.capacity, NULL),
                             expected, part);
}

void take_buffers(const vkscan_plan *plan, const struct port_buffers *buffers)
{
    vkscan_binding *binding;

    assert_int_equal(port_buffers_bind(plan, buffers, &binding), VK_SUCCESS);
    vkscan_binding_destroy(binding);
}

void refuse_rows(struct harness *h, const vkscan_plan *plan, const struct port_buffers *good,
                 const struct bad_buffers *rows, size_t count)
{
    take_buffers(plan, good);
    for (size_t i = 0; i < count; i++) {
        const struct port_buffers buffers = change_buffers(*good, rows[i].changes);
        if (rows[i].part)
            refuse_buffers(h, plan, &buffers, INVALID, rows[i].part);
        else
            take_buffers(plan, &buffers);
    }
}

void refuse_run(struct harness *h, const vkscan_binding *binding, uint64_t count, const void *seed,
                const char *part)
{
    harness_assert_error(h, binding_run(binding, NEVER_USED, count, seed), INVALID, part);
}
