/* SPDX-License-Identifier: MIT */
/* Contexts with a row of tuning of the caller's. */

#include <stdio.h>
#include <string.h>

#include "variants.h"

#define COUNT 20011

static vkscan_context_params params_with(struct harness *h, const char *tuning)
{
    vkscan_context_params params = harness_context_params(h);

    params.tuning = tuning;
    return params;
}

static vkscan_plan_info query(const vkscan_context_params *on, const vkscan_plan_params *params)
{
    vkscan_plan_info info;

    memset(&info, 0, sizeof(info)); /* with its padding */
    assert_int_equal(vkscan_query_plan(on, params, &info), VK_SUCCESS);
    return info;
}

/* Of subgroups of 2 there are too few for 128 invocations. */
static bool subgroups_fall_short(const struct harness *h)
{
    const struct caps *caps = &h->context->caps;

    return caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL &&
           caps->subgroup_size * caps->max_subgroups < 128;
}

/* Asking gives what creating gives, from a text that is gone by then. */
static void assert_plan(struct harness *h, const char *tuning, const vkscan_plan_params *params,
                        vkscan_algorithm algorithm, uint32_t workgroup_size, uint32_t tile_size)
{
    char text[128];
    vkscan_plan_info info;
    vkscan_context *context;

    snprintf(text, sizeof(text), "%s", tuning);
    const vkscan_context_params on = params_with(h, text);
    const vkscan_plan_info queried = query(&on, params);
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    memset(text, '?', sizeof(text));
    vkscan_plan *plan = harness_plan(context, *params);
    memset(&info, 0, sizeof(info));
    vkscan_plan_get_info(plan, &info);
    const uint32_t halves =
        algorithm != VKSCAN_ALGORITHM_BLELLOCH && subgroups_fall_short(h) ? 2 : 1;
    assert_int_equal(info.algorithm, algorithm);
    assert_int_equal(info.workgroup_size, workgroup_size / halves);
    assert_int_equal(info.tile_size, tile_size / halves);
    assert_memory_equal(&info, &queried, sizeof(info));
    harness_context_destroy(context);
}

static void plans_have_the_row_s_shapes(void **state)
{
    const vkscan_plan_params reduce = {.algorithm = VKSCAN_ALGORITHM_SUBGROUP, .capacity = 9999};
    const vkscan_plan_params scan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                     .capacity = 9999};

    assert_plan(*state, "tile=128x3", &reduce, VKSCAN_ALGORITHM_SUBGROUP, 128, 128 * 3 * 4);
    assert_plan(*state, "block=128x2 tile=128x9", &scan, VKSCAN_ALGORITHM_BLELLOCH, 128, 128 * 2);
}

static void auto_goes_by_the_row(void **state)
{
    static const char row[] = "tile=128x1 lookback=128x2x2@1000 lookahead=128x3x2@5000..7000";
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, .capacity = 999};

    assert_plan(*state, row, &params, VKSCAN_ALGORITHM_SUBGROUP, 128, 128 * 1 * 4);
    params.capacity = 1000;
    assert_plan(*state, row, &params, VKSCAN_ALGORITHM_LOOKBACK, 128, 128 * 2 * 4);
    params.capacity = 5000;
    assert_plan(*state, row, &params, VKSCAN_ALGORITHM_LOOKAHEAD, 128, 128 * 3 * 4);
    params.capacity = 7000;
    assert_plan(*state, row, &params, VKSCAN_ALGORITHM_LOOKBACK, 128, 128 * 2 * 4);
}

static void a_row_of_nothing_changes_nothing(void **state)
{
    const vkscan_context_params plain = params_with(*state, NULL), empty = params_with(*state, "");

    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
        for (uint64_t capacity = 1; capacity < 1u << 25; capacity *= 8) {
            const vkscan_plan_params params = {.primitive = p, .capacity = capacity};
            const vkscan_plan_info a = query(&plain, &params), b = query(&empty, &params);
            assert_memory_equal(&a, &b, sizeof(a));
        }
}

static void check_row(struct harness *h, const struct variant *variant, const char *row,
                      vkscan_primitive primitive)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = variant->algorithm->id, .capacity = COUNT};
    vkscan_context_params on = params_with(h, row);
    vkscan_context *context;

    on.ignored_capabilities = variant->ignored_capabilities;
    assert_int_equal(vkscan_context_create(&on, &context), VK_SUCCESS);
    struct bound *bound = harness_bind(h, harness_plan(context, params), (struct placement){0});
    harness_check(h, bound, REFERENCE_RANDOM, COUNT, NULL);
    harness_unbind(h, bound);
    harness_context_destroy(context);
}

/* The extremes that a row can ask for. But in the exhaustive size kernels of one algorithm that
 * differ by capability take turns, and in the small size each textbook algorithm has one of them.
 */
static void results_are_right_with_any_row(void **state)
{
    static const char *const rows[] = {
        "tile=128x1 lookback=128x1x1@0 lookahead=128x1x1@4000..90000 single=128x1x1@0 block=128x2 "
        "step=128x1 halves=128x2 doubled=128x1 coarse=128x1 chain=128x2 segments=128x1 looks=1",
        "tile=1024x16 lookback=1024x16x1024@0 lookahead=1024x16x1024@9000 single=1024x16x1024@0 "
        "block=1024x2 step=1024x1 halves=1024x2 doubled=1024x1 coarse=1024x8 chain=1024x8 "
        "segments=1024x8 multiprocessors=4096",
    };
    struct harness *h = *state;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < COUNT_OF(rows); r++)
            if (h->size == SIZE_EXHAUSTIVE || (variant_has_turn(h, &variants[i], i, r, 2) &&
                                               (!variant_is_textbook(&variants[i]) ||
                                                h->size == SIZE_EXHAUSTIVE || (i + r) % 2 == 0)))
                check_row(h, &variants[i], rows[r], variant_primitive(&variants[i], i + r));
}

/* With an operator that commutes, of integers or of floats, which are grouped as they are. */
static void check_shape(struct harness *h, const struct variant *variant, struct shape shape,
                        size_t index)
{
    const uint64_t count = 5ull * variant_tile_size(variant, shape) + 77;
    const vkscan_plan_params params = {.primitive = variant_primitive(variant, index),
                                       .type = index % 4 < 2 ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32,
                                       .capacity = count};
    struct bound *bound =
        harness_bind(h, variant_plan(h, variant, params, NULL, &shape), (struct placement){0});

    harness_check(h, bound, REFERENCE_RANDOM, count, NULL);
    harness_unbind(h, bound);
}

/* With one that does not. */
static void check_shape_in_order(struct harness *h, const struct variant *variant,
                                 struct shape shape, size_t index)
{
    const uint64_t count = 5ull * variant_tile_size(variant, shape) + 77;
    const vkscan_plan_params params = {
        .primitive = variant_primitive(variant, index), .type = VKSCAN_TYPE_U32, .capacity = count};
    struct bound *bound =
        harness_bind(h, variant_plan(h, variant, params, &vks_element_op_affine, &shape),
                     (struct placement){.in_place = params.primitive});

    harness_check_order(h, bound, harness_compose_affine, count, 0);
    harness_unbind(h, bound);
}

/* In the small size kernels that differ by capability take turns, and so do the two above. */
static void check_table_shape(struct harness *h, const struct variant *variant, size_t index,
                              struct shape shape, size_t shape_index)
{
    if (h->size == SIZE_NORMAL && !variant_has_turn(h, variant, index, shape_index, 2))
        return;
    shape = variant_cut(h, variant, shape);
    if (h->size == SIZE_EXHAUSTIVE || (index + shape_index / 2) % 2 == 0)
        check_shape(h, variant, shape, index + shape_index);
    if (h->size == SIZE_EXHAUSTIVE || (index + shape_index / 2) % 2 == 1)
        check_shape_in_order(h, variant, shape, shape_index);
}

/* Also those of the table's rows for other devices, and those that only AUTO takes. */
static void shapes_of_the_table_give_right_results(void **state)
{
    struct harness *h = *state;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    struct shape shape;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0;
             variant_has_vectors(&variants[i]) && variant_table_shape(&variants[i], k, &shape); k++)
            check_table_shape(h, &variants[i], i, shape, k);
}

static void bad_rows_are_refused(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params on = params_with(h, "tile=512x2 lookback=500x2");
    const vkscan_plan_params params = {0};
    vkscan_context *context = h->context;
    vkscan_device_info info;

    harness_assert_error(h, vkscan_context_create(&on, &context), VK_ERROR_VALIDATION_FAILED_EXT,
                         "'lookback=500x2' has workgroups of 500; they are powers of two");
    assert_null(context);
    harness_assert_error(h, vkscan_query_device(&on, &info), VK_ERROR_VALIDATION_FAILED_EXT,
                         "'lookback=500x2'");
    harness_assert_error(h, vkscan_query_plan(&on, &params, NULL), VK_ERROR_VALIDATION_FAILED_EXT,
                         "'lookback=500x2'");
}

int main(void)
{
    const struct CMUnitTest rows[] = {
        HARNESS_TEST(plans_have_the_row_s_shapes),
        HARNESS_TEST(auto_goes_by_the_row),
        HARNESS_TEST(a_row_of_nothing_changes_nothing),
        HARNESS_TEST(results_are_right_with_any_row),
        HARNESS_TEST(shapes_of_the_table_give_right_results),
        HARNESS_TEST(bad_rows_are_refused),
    };
    return HARNESS_MAIN(rows);
}
