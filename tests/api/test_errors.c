/* SPDX-License-Identifier: MIT */
/* Bad arguments of contexts, queries and plans: each gives the right VkResult, a sentence that
 * names it, and no object. */
#include <vkscan/textbook.h>

#include "refusals.h"

#include <limits.h>
#include <string.h>

/* ---- context and queries ---- */

/* Without a device queries answer all the same. */
TEST(null_handles_are_named)
{
    static const struct {
        size_t at;
        const char *part;
    } rows[] = {
        {offsetof(vkscan_context_params, instance), "instance is NULL"},
        {offsetof(vkscan_context_params, physical_device), "physical_device is NULL"},
        {offsetof(vkscan_context_params, get_instance_proc_addr), "get_instance_proc_addr is NULL"},
        {offsetof(vkscan_context_params, device), "device is NULL"},
    };
    const vkscan_plan_params plan = {0};
    vkscan_device_info info = {.struct_size = sizeof(info)};

    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        const bool quiet = i % 2;
        const char *part = quiet ? "" : rows[i / 2].part;
        vkscan_context_params params = harness_context_params(h);
        vkscan_context *context = UNTOUCHED;
        memset((char *)&params + rows[i / 2].at, 0, sizeof(void *));
        if (quiet)
            params.message = NULL;
        harness_assert_error(h, vkscan_context_create(&params, &context), INVALID, part);
        assert_null(context);
        if (rows[i / 2].at == offsetof(vkscan_context_params, device))
            continue;
        harness_assert_error(h, vkscan_query_device(&params, &info), INVALID, part);
        harness_assert_error(h, sized_query_plan(&params, &plan, NULL), INVALID, part);
    }
}

TEST(null_extensions_have_a_count_of_0)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_device_info info = {.struct_size = sizeof(info)};
    vkscan_context *context = UNTOUCHED;

    params.enabled_extensions = NULL;
    params.enabled_extension_count = 1;
    harness_assert_error(h, vkscan_query_device(&params, &info), INVALID,
                         "enabled_extensions is NULL, with a count of 1");
    harness_assert_error(h, vkscan_context_create(&params, &context), INVALID,
                         "enabled_extensions is NULL, with a count of 1");
    assert_null(context);
}

TEST(null_arguments_of_context_and_queries_are_refused)
{
    const vkscan_context_params params = harness_context_params(h);
    const vkscan_plan_params plan = {0};
    vkscan_context *context = UNTOUCHED;
    vkscan_device_info info = {.struct_size = sizeof(info)};

    assert_int_equal(vkscan_context_create(NULL, &context), INVALID);
    assert_null(context);
    assert_int_equal(vkscan_context_create(NULL, NULL), INVALID);
    harness_assert_error(h, vkscan_context_create(&params, NULL), INVALID, "out is NULL");

    assert_int_equal(vkscan_query_device(NULL, &info), INVALID);
    harness_assert_error(h, vkscan_query_device(&params, NULL), INVALID, "info is NULL");
    assert_int_equal(sized_query_plan(NULL, &plan, NULL), INVALID);
    harness_assert_error(h, sized_query_plan(&params, NULL, NULL), INVALID, "plan is NULL");
}

TEST(destroying_null_does_nothing)
{
    (void)h;
    vkscan_binding_destroy(NULL);
    vkscan_plan_destroy(NULL);
    vkscan_context_destroy(NULL);
}

/* ---- plan ---- */

TEST(null_arguments_of_plans_are_refused)
{
    const vkscan_plan_params params = {.type = VKSCAN_TYPE_U32};
    vkscan_plan_info info, zero = {0};
    vkscan_plan *plan = UNTOUCHED;

    assert_int_equal(sized_plan_create(NULL, &params, &plan), INVALID);
    assert_null(plan);
    assert_int_equal(sized_plan_create(NULL, NULL, NULL), INVALID);
    plan = UNTOUCHED;
    harness_assert_error(h, sized_plan_create(h->context, NULL, &plan), INVALID, "params is NULL");
    assert_null(plan);
    harness_assert_error(h, sized_plan_create(h->context, &params, NULL), INVALID, "out is NULL");

    info = zero;
    vkscan_plan_get_info(NULL, &info);
    assert_memory_equal(&info, &zero, sizeof(info));
    plan = harness_plan(h->context, params);
    vkscan_plan_get_info(plan, NULL);
}

/* What is wrong with plans, sentence by sentence, is in tests/plan/plans.txt. */
TEST(what_a_device_or_a_type_lacks_is_refused)
{
    refuse_plan(h, (vkscan_plan_params){.type = VKSCAN_TYPE_U32, .op = (vkscan_op)INT_MIN}, 0,
                INVALID, "unknown operator -2147483648");
    refuse_plan(
        h, (vkscan_plan_params){.type = VKSCAN_TYPE_U32, .algorithm = VKSCAN_ALGORITHM_SUBGROUP},
        VKSCAN_CAPABILITY_SUBGROUPS_BIT, UNSUPPORTED,
        "algorithm subgroup needs VKSCAN_CAPABILITY_SUBGROUPS_BIT, which");
}

/* The label that the caller gave, and may have freed since. */
TEST(messages_name_the_plan)
{
    const vkscan_context_params on = harness_context_params(h);
    char label[] = "shadow sort";
    vkscan_plan_params params = {.type = VKSCAN_TYPE_U32, .label = label, .flags = 1u << 31};
    vkscan_plan *plan;

    refuse_plan(h, params, 0, INVALID, "plan \"shadow sort\": unknown flags 0x80000000");
    params.flags = 0;
    assert_int_equal(sized_plan_create(h->context, &params, &plan), VK_SUCCESS);
    memset(label, 'x', sizeof(label) - 1);
    harness_assert_error(h, vkscan_plan_get_info(plan, NULL), INVALID,
                         "plan \"shadow sort\": info is NULL");
    vkscan_plan_destroy(plan);
    params.capacity = UINT64_MAX;
    harness_assert_error(h, sized_query_plan(&on, &params, NULL), TOO_LARGE,
                         "plan \"xxxxxxxxxxx\": capacity ");
}

/* Results that do not round get head padding, so that offsets cost nothing. */
TEST(hints_name_what_is_slow)
{
    vkscan_context_params on = harness_context_params(h);
    vkscan_plan_params params = {.label = "sums",
                                 .type = VKSCAN_TYPE_U32,
                                 .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                 .capacity = 100};
    vkscan_context *context;

    for (uint32_t i = 0; i < 4; i++) {
        const bool hints = i == 3;
        params.type = i & 1 ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32;
        vkscan_plan *plan = harness_plan(h->context, params);
        h->hint[0] = '\0';
        harness_unbind(h, harness_bind(h, plan,
                                       (struct placement){.source_offset = i >> 1,
                                                          .destination_offset = i >> 1}));
        if (!hints)
            assert_string_equal(h->hint, "");
        else
            assert_non_null(strstr(h->hint, "plan \"sums\": destination begins 4 bytes behind"));
    }
    h->hint[0] = '\0';
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    vkscan_context_destroy(context);
    assert_string_equal(h->hint, "");
    on.enabled_features = NULL;
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    vkscan_context_destroy(context);
    if (h->gpu.info.capabilities & VKSCAN_CAPABILITY_INT64_ATOMICS_BIT)
        assert_non_null(strstr(h->hint, "shaderBufferInt64Atomics, which the device has"));
}

/* The device's own limits: textbook algorithms do not go by pieces, others reach beyond it. */
TEST(capacities_beyond_the_device_are_refused)
{
    const vkscan_context_params on = harness_context_params(h);
    const uint64_t most = h->gpu.info.max_buffer_size / sizeof(uint32_t);
    const vkscan_algorithm automatic = h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT
                                           ? VKSCAN_ALGORITHM_AUTO
                                           : VKSCAN_ALGORITHM_BLELLOCH;
    const struct {
        vkscan_algorithm algorithm;
        uint64_t taken, refused;
        const char *part;
    } rows[] = {
        {VKSCAN_ALGORITHM_BRENT_KUNG, most, most + 1, " is beyond the "},
        {VKSCAN_ALGORITHM_COARSE, most, 1ull << 62, "capacity 4611686018427387904 is beyond the "},
        {VKSCAN_ALGORITHM_DIRECT, 1 << 18, (1 << 18) + 1, "is too much work for algorithm direct"},
        {VKSCAN_ALGORITHM_NAIVE, 1 << 18, most, "bytes of scratch with algorithm naive"},
        {automatic, 1ull << 60, UINT64_MAX, "that 2^63 bytes hold"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .type = VKSCAN_TYPE_U32,
                                     .algorithm = rows[i].algorithm,
                                     .capacity = rows[i].taken};
        vkscan_plan_info info = {.struct_size = sizeof(info)};
        assert_int_equal(sized_query_plan(&on, &params, &info), VK_SUCCESS);
        assert_true(info.scratch_size <= h->gpu.info.max_buffer_size);
        params.capacity = rows[i].refused;
        refuse_plan(h, params, 0,
                    rows[i].algorithm == VKSCAN_ALGORITHM_DIRECT ? INVALID : TOO_LARGE,
                    rows[i].part);
    }
}

HARNESS_MAIN(errors)
