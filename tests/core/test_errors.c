/* SPDX-License-Identifier: MIT */
/* Bad arguments of contexts, queries and plans: each gives the right VkResult, a sentence that
 * names it, and no object. */
#include "harness.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

/* What *out holds before a call that has to set it to NULL. */
#define UNTOUCHED ((void *)(uintptr_t)16)

static vkscan_context *make_context(vkscan_context_params params)
{
    vkscan_context *context;

    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

static vkscan_context_params without_messages(vkscan_context_params params)
{
    params.message = NULL;
    return params;
}

/* ---- context and queries ---- */

static void assert_no_context(struct harness *h, const vkscan_context_params *params,
                              VkResult expected, const char *part)
{
    const vkscan_context_params quiet = without_messages(*params);
    vkscan_context *context = UNTOUCHED;

    harness_assert_error(h, vkscan_context_create(params, &context), expected, part);
    assert_null(context);
    context = UNTOUCHED;
    assert_int_equal(vkscan_context_create(&quiet, &context), expected);
    assert_null(context);
}

static void assert_no_answer(struct harness *h, const vkscan_context_params *params,
                             VkResult expected, const char *part)
{
    const vkscan_context_params quiet = without_messages(*params);
    const vkscan_plan_params plan = {0};
    vkscan_device_info info;

    harness_assert_error(h, vkscan_query_device(params, &info), expected, part);
    harness_assert_error(h, vkscan_query_plan(params, &plan, NULL), expected, part);
    assert_int_equal(vkscan_query_device(&quiet, &info), expected);
    assert_int_equal(vkscan_query_plan(&quiet, &plan, NULL), expected);
}

static void null_handles_are_named(void **state)
{
    struct harness *h = *state;
    vkscan_context_params params = harness_context_params(h);

    params.instance = VK_NULL_HANDLE;
    assert_no_context(h, &params, INVALID, "instance is NULL");
    assert_no_answer(h, &params, INVALID, "instance is NULL");
    params = harness_context_params(h);
    params.physical_device = VK_NULL_HANDLE;
    assert_no_context(h, &params, INVALID, "physical_device is NULL");
    assert_no_answer(h, &params, INVALID, "physical_device is NULL");
    params = harness_context_params(h);
    params.get_instance_proc_addr = NULL;
    assert_no_context(h, &params, INVALID, "get_instance_proc_addr is NULL");
    assert_no_answer(h, &params, INVALID, "get_instance_proc_addr is NULL");
    params = harness_context_params(h);
    params.device = VK_NULL_HANDLE;
    assert_no_context(h, &params, INVALID, "device is NULL");
}

static void null_arguments_of_context_and_queries_are_refused(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params params = harness_context_params(h);
    const vkscan_context_params quiet = without_messages(params);
    const vkscan_plan_params plan = {0};
    vkscan_context *context = UNTOUCHED;
    vkscan_device_info info;

    assert_int_equal(vkscan_context_create(NULL, &context), INVALID);
    assert_null(context);
    assert_int_equal(vkscan_context_create(NULL, NULL), INVALID);
    harness_assert_error(h, vkscan_context_create(&params, NULL), INVALID, "out is NULL");
    assert_int_equal(vkscan_context_create(&quiet, NULL), INVALID);

    assert_int_equal(vkscan_query_device(NULL, &info), INVALID);
    harness_assert_error(h, vkscan_query_device(&params, NULL), INVALID, "info is NULL");
    assert_int_equal(vkscan_query_device(&quiet, NULL), INVALID);
    assert_int_equal(vkscan_query_plan(NULL, &plan, NULL), INVALID);
    harness_assert_error(h, vkscan_query_plan(&params, NULL, NULL), INVALID, "plan is NULL");
    assert_int_equal(vkscan_query_plan(&quiet, NULL, NULL), INVALID);
}

static void destroying_null_does_nothing(void **state)
{
    (void)state;
    vkscan_binding_destroy(NULL);
    vkscan_plan_destroy(NULL);
    vkscan_context_destroy(NULL);
}

/* ---- plan ---- */

static void assert_no_plan_on(struct harness *h, const vkscan_context_params *on,
                              const vkscan_plan_params *params, VkResult expected, const char *part)
{
    vkscan_context *context = make_context(*on);
    const unsigned before = h->messages;
    vkscan_plan *plan = UNTOUCHED;

    harness_assert_error(h, vkscan_plan_create(context, params, &plan), expected, part);
    assert_null(plan);
    assert_int_equal(h->messages, before + 1);
    vkscan_context_destroy(context);

    context = make_context(without_messages(*on));
    plan = UNTOUCHED;
    assert_int_equal(vkscan_plan_create(context, params, &plan), expected);
    assert_null(plan);
    vkscan_context_destroy(context);
}

static void assert_no_plan_from_query(struct harness *h, vkscan_context_params on,
                                      const vkscan_plan_params *params, VkResult expected,
                                      const char *part)
{
    const vkscan_context_params quiet = without_messages(on);

    harness_assert_error(h, vkscan_query_plan(&on, params, NULL), expected, part);
    assert_int_equal(vkscan_query_plan(&quiet, params, NULL), expected);
    on.device = VK_NULL_HANDLE;
    harness_assert_error(h, vkscan_query_plan(&on, params, NULL), expected, part);
}

/* The same error from creating it and from asking before, with and without a callback. */
static void assert_no_plan(struct harness *h, uint32_t ignored_capabilities,
                           vkscan_plan_params params, VkResult expected, const char *part)
{
    vkscan_context_params on = harness_context_params(h);

    on.ignored_capabilities = ignored_capabilities;
    assert_no_plan_on(h, &on, &params, expected, part);
    assert_no_plan_from_query(h, on, &params, expected, part);
}

static void null_arguments_of_plans_are_refused(void **state)
{
    struct harness *h = *state;
    vkscan_context *quiet = make_context(without_messages(harness_context_params(h)));
    const vkscan_plan_params params = {0};
    vkscan_plan_info info, zero = {0};
    vkscan_plan *plan = UNTOUCHED;

    assert_int_equal(vkscan_plan_create(NULL, &params, &plan), INVALID);
    assert_null(plan);
    assert_int_equal(vkscan_plan_create(NULL, NULL, NULL), INVALID);
    plan = UNTOUCHED;
    harness_assert_error(h, vkscan_plan_create(h->context, NULL, &plan), INVALID, "params is NULL");
    assert_null(plan);
    harness_assert_error(h, vkscan_plan_create(h->context, &params, NULL), INVALID, "out is NULL");
    plan = UNTOUCHED;
    assert_int_equal(vkscan_plan_create(quiet, NULL, &plan), INVALID);
    assert_null(plan);
    assert_int_equal(vkscan_plan_create(quiet, &params, NULL), INVALID);
    vkscan_context_destroy(quiet);

    info = zero;
    vkscan_plan_get_info(NULL, &info);
    assert_memory_equal(&info, &zero, sizeof(info));
    plan = harness_plan(h->context, params);
    vkscan_plan_get_info(plan, NULL);
}

static void assert_unknown(struct harness *h, vkscan_plan_params params, const char *what,
                           int value)
{
    char part[64];

    snprintf(part, sizeof(part), "unknown %s %d", what, value);
    assert_no_plan(h, 0, params, INVALID, part);
}

static void unknown_enumerators_are_named(void **state)
{
    int values[] = {0, -1, INT_MIN, INT_MAX, 0x10000, 31, 32, 33};
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(values); i++) {
        int value = values[i];
        while (vkscan_primitive_name((vkscan_primitive)value))
            value++;
        assert_unknown(h, (vkscan_plan_params){.primitive = (vkscan_primitive)value}, "primitive",
                       value);
        value = values[i];
        while (vkscan_op_name((vkscan_op)value))
            value++;
        assert_unknown(h, (vkscan_plan_params){.op = (vkscan_op)value}, "operator", value);
        value = values[i];
        while (vkscan_type_name((vkscan_type)value))
            value++;
        assert_unknown(h, (vkscan_plan_params){.type = (vkscan_type)value}, "element type", value);
        value = values[i];
        while (vkscan_algorithm_name((vkscan_algorithm)value))
            value++;
        assert_unknown(h, (vkscan_plan_params){.algorithm = (vkscan_algorithm)value}, "algorithm",
                       value);
    }
}

static void operators_that_a_type_lacks_are_refused(void **state)
{
    static const struct {
        vkscan_op op;
        const char *part;
    } rows[] = {
        {VKSCAN_OP_AND, "type f32 has no operator and"},
        {VKSCAN_OP_OR, "type f32 has no operator or"},
        {VKSCAN_OP_XOR, "type f32 has no operator xor"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
             primitive++)
            assert_no_plan(*state, 0,
                           (vkscan_plan_params){.primitive = primitive,
                                                .op = rows[i].op,
                                                .type = VKSCAN_TYPE_F32,
                                                .capacity = 10},
                           INVALID, rows[i].part);
}

static void algorithms_that_the_device_lacks_are_refused(void **state)
{
    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++)
        assert_no_plan(
            *state, VKSCAN_CAPABILITY_SUBGROUPS,
            (vkscan_plan_params){.primitive = primitive, .algorithm = VKSCAN_ALGORITHM_SUBGROUP},
            UNSUPPORTED, "algorithm subgroup needs VKSCAN_CAPABILITY_SUBGROUPS, which");
}

/* A reduction is not asked of a scan's algorithm, nor the other way round. */
static void algorithms_that_do_not_compute_it_are_refused(void **state)
{
    assert_null(vkscan_algorithm_summary(VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_REDUCE));
    assert_null(vkscan_algorithm_summary(VKSCAN_ALGORITHM_SINGLE, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN));
    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++)
        for (vkscan_algorithm algorithm = 1; vkscan_algorithm_name(algorithm); algorithm++) {
            char part[80];
            if (vkscan_algorithm_summary(algorithm, primitive))
                continue;
            snprintf(part, sizeof(part), "algorithm %s does not compute %s",
                     vkscan_algorithm_name(algorithm), vkscan_primitive_name(primitive));
            assert_no_plan(*state, 0,
                           (vkscan_plan_params){.primitive = primitive, .algorithm = algorithm},
                           INVALID, part);
        }
}

static void too_much_work_is_refused(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params on = harness_context_params(h);
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .algorithm = VKSCAN_ALGORITHM_DIRECT,
                                 .capacity = 1u << 18};

    assert_int_equal(vkscan_query_plan(&on, &params, NULL), VK_SUCCESS);
    params.capacity++;
    assert_no_plan(h, 0, params, INVALID,
                   "capacity 262145 is too much work for algorithm direct, which takes at most "
                   "262144 elements");
}

/* Two arrays of the capacity are more than one descriptor can reach. */
static void too_much_scratch_is_refused(void **state)
{
    struct harness *h = *state;

    assert_no_plan(h, 0,
                   (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                        .algorithm = VKSCAN_ALGORITHM_NAIVE,
                                        .capacity = h->gpu.info.max_buffer_size / sizeof(uint32_t)},
                   UNSUPPORTED, "bytes of scratch with algorithm naive");
}

/* Of the textbook's algorithms, which do not go by pieces. */
static void capacities_beyond_the_device_are_refused(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params on = harness_context_params(h);
    const uint64_t most = h->gpu.info.max_buffer_size / sizeof(uint32_t);
    const uint64_t too_many[] = {most + 1, 1ull << 32, 1ull << 62, (1ull << 62) + 1, UINT64_MAX};
    static const vkscan_algorithm algorithms[] = {
        [VKSCAN_PRIMITIVE_REDUCE] = VKSCAN_ALGORITHM_TREE,
        [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = VKSCAN_ALGORITHM_BRENT_KUNG,
        [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = VKSCAN_ALGORITHM_COARSE,
    };

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        vkscan_plan_params params = {
            .primitive = primitive, .algorithm = algorithms[primitive], .capacity = most};
        assert_int_equal(vkscan_query_plan(&on, &params, NULL), VK_SUCCESS);
        for (size_t i = 0; i < COUNT_OF(too_many); i++) {
            char part[64];
            params.capacity = too_many[i];
            snprintf(part, sizeof(part), "capacity %" PRIu64 " is beyond the %" PRIu64,
                     params.capacity, most);
            assert_no_plan(h, 0, params, UNSUPPORTED, part);
        }
    }
}

static void production_algorithms_reach_beyond_the_device(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params on = harness_context_params(h);
    const uint64_t most = h->gpu.info.max_buffer_size / sizeof(uint32_t);
    const uint64_t capacities[] = {most + 1, 1ull << 32, 1ull << 60};

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++)
        for (size_t i = 0; i < COUNT_OF(capacities); i++) {
            vkscan_plan_params params = {.primitive = primitive, .capacity = capacities[i]};
            vkscan_plan_info info;
            assert_int_equal(vkscan_query_plan(&on, &params, &info), VK_SUCCESS);
            assert_true(info.scratch_size <= h->gpu.info.max_buffer_size);
            params.capacity = UINT64_MAX;
            assert_no_plan(h, 0, params, UNSUPPORTED, "that 2^63 bytes hold");
        }
}

int main(void)
{
    const struct CMUnitTest errors[] = {
        HARNESS_TEST(null_handles_are_named),
        HARNESS_TEST(null_arguments_of_context_and_queries_are_refused),
        HARNESS_TEST(destroying_null_does_nothing),
        HARNESS_TEST(null_arguments_of_plans_are_refused),
        HARNESS_TEST(unknown_enumerators_are_named),
        HARNESS_TEST(operators_that_a_type_lacks_are_refused),
        HARNESS_TEST(algorithms_that_the_device_lacks_are_refused),
        HARNESS_TEST(algorithms_that_do_not_compute_it_are_refused),
        HARNESS_TEST(too_much_work_is_refused),
        HARNESS_TEST(too_much_scratch_is_refused),
        HARNESS_TEST(capacities_beyond_the_device_are_refused),
        HARNESS_TEST(production_algorithms_reach_beyond_the_device),
    };
    return HARNESS_MAIN(errors);
}
