/* SPDX-License-Identifier: MIT */
/* Contexts with policies of the caller's. */

#include <string.h>

#include "interface.h"
#include "variants.h"

#define COUNT 20011

#define SUBGROUP VKSCAN_ALGORITHM_SUBGROUP
#define LOOKBACK VKSCAN_ALGORITHM_LOOKBACK
#define LOOKAHEAD VKSCAN_ALGORITHM_LOOKAHEAD
#define BLELLOCH VKSCAN_ALGORITHM_BLELLOCH
#define SCAN .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN

static vkscan_context_params params_with(struct harness *h, const vkscan_tuning_policy *policies,
                                         uint32_t count)
{
    vkscan_context_params params = harness_context_params(h);

    params.policies = policies;
    params.policy_count = count;
    return params;
}

/* A context whose policies are overwritten once it is there. */
static vkscan_context *context_with(struct harness *h, const vkscan_tuning_policy *policies,
                                    uint32_t count)
{
    static vkscan_tuning_policy given[8]; /* static, or overwriting it is optimized out */
    vkscan_context *context;

    assert_true(count <= COUNT_OF(given));
    memcpy(given, policies, count * sizeof(*policies));
    const vkscan_context_params on = params_with(h, given, count);
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    memset(given, 0xff, sizeof(given));
    return context;
}

static vkscan_plan_info query(const vkscan_context_params *on, const vkscan_plan_params *params)
{
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    memset(&info, 0, sizeof(info)); /* with its padding */
    info.struct_size = sizeof(info);
    assert_int_equal(sized_query_plan(on, params, &info), VK_SUCCESS);
    return info;
}

/* Of subgroups of 2 there are too few for 128 threads. */
static bool subgroups_fall_short(const struct harness *h)
{
    const struct caps *caps = &h->context->caps;

    return caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT &&
           caps->subgroup_size * caps->max_subgroups < 128;
}

/* Asking gives what creating gives: of workgroups of 128 threads that have this tile. */
static void assert_plan(struct harness *h, const vkscan_tuning_policy *policies, uint32_t count,
                        const vkscan_plan_params *params, vkscan_algorithm algorithm,
                        uint32_t tile_size)
{
    vkscan_plan_info info = {.struct_size = sizeof(info)};
    const vkscan_context_params on = params_with(h, policies, count);
    const vkscan_plan_info queried = query(&on, params);
    vkscan_context *context = context_with(h, policies, count);
    vkscan_plan *plan = harness_plan(context, *params);
    const uint32_t halves = algorithm != BLELLOCH && subgroups_fall_short(h) ? 2 : 1;

    memset(&info, 0, sizeof(info));
    info.struct_size = sizeof(info);
    vkscan_plan_get_info(plan, &info);
    assert_int_equal(info.algorithm, algorithm);
    assert_int_equal(info.workgroup_size, 128 / halves);
    assert_int_equal(info.tile_size, tile_size / halves);
    assert_memory_equal(&info, &queried, sizeof(info));
    harness_context_destroy(context);
}

/* AUTO and what is asked for; from which capacity on is in tests/plan/plans.txt. */
TEST(plans_go_by_the_caller_s_policies)
{
    static const vkscan_tuning_policy policies[] = {
        TUNING(BLELLOCH, 128, 2, 0, 0, 0),
        TUNING(SUBGROUP, 128, 1, 0, 0, 0),
        TUNING(LOOKBACK, 128, 2, 2, 1000, VKSCAN_TUNING_NO_END),
        TUNING(LOOKBACK, 128, 4, 0, 2000, 3000),
        TUNING(LOOKAHEAD, 128, 3, 2, 5000, 7000),
    };
    static const struct {
        vkscan_plan_params params;
        vkscan_algorithm algorithm;
        uint32_t items;
    } rows[] = {
        {{.type = VKSCAN_TYPE_U32, .algorithm = SUBGROUP, .capacity = 9999}, SUBGROUP, 1},
        {{.type = VKSCAN_TYPE_U32, SCAN, .algorithm = BLELLOCH, .capacity = 9999}, BLELLOCH, 2},
        {{.type = VKSCAN_TYPE_U32, SCAN, .capacity = 999}, SUBGROUP, 1},
        {{.type = VKSCAN_TYPE_U32, SCAN, .capacity = 2000}, LOOKBACK, 4},
        {{.type = VKSCAN_TYPE_U32, SCAN, .capacity = 5000}, LOOKAHEAD, 3},
        {{.type = VKSCAN_TYPE_U32, SCAN, .capacity = 7000}, LOOKBACK, 2},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].algorithm != LOOKAHEAD ||
            h->context->caps.capabilities & VKSCAN_CAPABILITY_INT64_ATOMICS_BIT)
            assert_plan(h, policies, COUNT_OF(policies), &rows[i].params, rows[i].algorithm,
                        128 * 4 * rows[i].items);
}

/* The device's own where it tells them. */
TEST(spin_limit_and_multiprocessors_reach_the_plans)
{
    static const vkscan_tuning_policy policy = TUNING(LOOKBACK, 128, 1, 3, 0, 0);
    const uint32_t told = h->context->caps.multiprocessors;
    vkscan_context_params on = params_with(h, &policy, 1);
    vkscan_context *context;

    on.spin_limit = 5;
    on.multiprocessors = 7;
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    vkscan_plan *plan =
        harness_plan(context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                                   .type = VKSCAN_TYPE_U32,
                                                   .algorithm = LOOKBACK,
                                                   .capacity = COUNT});
    assert_int_equal(plan->plan.workgroups, 3 * (told ? told : 7));
    assert_int_equal(*harness_constant(&plan->plan, SPEC_SPIN_LIMIT), 5);
    harness_context_destroy(context);
}

TEST(no_policies_change_nothing)
{
    static const vkscan_tuning_policy unread = TUNING(VKSCAN_ALGORITHM_MAX_ENUM, 1, 99, 0, 0, 0);
    const vkscan_context_params plain = harness_context_params(h);
    const vkscan_context_params none = params_with(h, &unread, 0);

    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        for (uint64_t capacity = 1; capacity < 1u << 25; capacity *= 8) {
            const vkscan_plan_params params = {
                .primitive = p, .type = VKSCAN_TYPE_U32, .capacity = capacity};
            const vkscan_plan_info a = query(&plain, &params), b = query(&none, &params);
            assert_memory_equal(&a, &b, sizeof(a));
        }
}

/* ---- results ---- */

/* With an operator that does not commute, or with one that does, of integers or of floats, which
 * are grouped as they are. */
static void check_shape(struct harness *h, const struct variant *variant, struct shape shape,
                        size_t index, bool in_order)
{
    const uint64_t count = 5ull * variant_tile_size(variant, shape) + 77;
    const vkscan_plan_params params = {.primitive = variant_primitive(variant, index),
                                       .type = in_order || index % 4 >= 2 ? VKSCAN_TYPE_U32
                                                                          : VKSCAN_TYPE_F32,
                                       .capacity = count};
    struct bound *bound = harness_bind(
        h, variant_plan(h, variant, params, in_order ? &harness_dihedral : NULL, &shape),
        (struct placement){.in_place = in_order && params.primitive});

    if (in_order)
        harness_check_order(h, bound, harness_compose_dihedral, count, 0);
    else
        harness_check(h, bound, REFERENCE_RANDOM, count, NULL);
    harness_unbind(h, bound);
}

/* Also those of policies for other devices, and those that only AUTO takes. Every other shape, of
 * scans of one pass, which take the longest to compile, every third, in the small size a sixth, and
 * on other devices others; kernels that differ by capability take turns. In the exhaustive size
 * all. */
TEST(shapes_of_the_table_give_right_results)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    struct shape shape;

    for (size_t i = 0; i < count; i++) {
        const struct variant *variant = &variants[i];
        const bool looks_back =
            variant_is_persistent(variant) && !variant_computes(variant, VKSCAN_PRIMITIVE_REDUCE);
        const size_t step = harness_turns(h, 6, looks_back ? 3 : 2);
        for (size_t k = 0; variant_has_vectors(variant) && variant_table_shape(variant, k, &shape);
             k++)
            if ((k + h->turn) % step == 0 &&
                (step == 1 || variant_has_turn(h, variant, i, k / step, 2)))
                check_shape(h, variant, variant_cut(h, variant, shape), i + k / step,
                            (i + k / step / 2) % 2);
    }
}

/* ---- what is refused ---- */

static void assert_refused(struct harness *h, const vkscan_context_params *on, const char *sentence)
{
    const vkscan_plan_params params = {.type = VKSCAN_TYPE_U32};
    vkscan_context *context = h->context;
    vkscan_device_info info, untouched;
    vkscan_plan_info plan_info, plan_untouched;

    memset(&info, 0x5a, sizeof(info));
    memset(&plan_info, 0x5a, sizeof(plan_info));
    info.struct_size = sizeof(info);
    plan_info.struct_size = sizeof(plan_info);
    memcpy(&untouched, &info, sizeof(info));
    memcpy(&plan_untouched, &plan_info, sizeof(plan_info));
    harness_assert_error(h, vkscan_context_create(on, &context), VK_ERROR_VALIDATION_FAILED_EXT,
                         sentence);
    assert_null(context);
    harness_assert_error(h, vkscan_query_device(on, &info), VK_ERROR_VALIDATION_FAILED_EXT,
                         sentence);
    assert_memory_equal(&info, &untouched, sizeof(info));
    harness_assert_error(h, sized_query_plan(on, &params, &plan_info),
                         VK_ERROR_VALIDATION_FAILED_EXT, sentence);
    assert_memory_equal(&plan_info, &plan_untouched, sizeof(plan_info));
}

/* What is bad is in tests/plan/plans.txt. */
TEST(bad_tuning_is_refused)
{
    static const vkscan_tuning_policy bad[] = {TUNING(SUBGROUP, 512, 2, 0, 0, 0),
                                               TUNING(LOOKBACK, 500, 2, 0, 0, 0)};
    vkscan_context_params on = params_with(h, bad, COUNT_OF(bad));

    assert_refused(h, &on,
                   "policies[1].workgroup_size 500 is out of range: powers of two, 128 to 1024");
    on = params_with(h, NULL, 0);
    on.spin_limit = 129;
    assert_refused(h, &on, "spin_limit 129 is out of range");
    on.spin_limit = 0;
    on.multiprocessors = 4097;
    assert_refused(h, &on, "multiprocessors 4097 is out of range");
}

HARNESS_MAIN(policies)
