/* SPDX-License-Identifier: MIT */
/* Which shape and algorithm a plan has by the row of tuning in use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plan.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define NEVER                                                                                      \
    {                                                                                              \
        0, 0                                                                                       \
    } /* as range */

static const struct report quiet = {0};

static void set_shapes(struct tuning *tuning, enum layout layout,
                       const struct tuned shapes[TUNING_SHAPES])
{
    memcpy(tuning->layout[layout], shapes, sizeof(tuning->layout[layout]));
}

static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS,
    .subgroup_size = 32,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
    .multiprocessors = 100,
};

static struct plan resolve(const struct tuning *tuning, vkscan_algorithm algorithm,
                           vkscan_primitive primitive, uint64_t capacity)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = capacity};
    struct caps caps = gpu;
    struct plan plan;

    caps.tuning = tuning;
    assert_int_equal(vks_plan_resolve(&caps, &params, &quiet, &plan), VK_SUCCESS);
    return plan;
}

static void plans_have_the_row_s_shapes(void **state)
{
    struct tuning tuning = *vks_tuning_row(0);

    (void)state;
    tuning.looks = 77;
    set_shapes(&tuning, LAYOUT_TILE, (struct tuned[TUNING_SHAPES]){{{128, 3, 0}, NEVER}});
    set_shapes(&tuning, LAYOUT_LOOKBACK, (struct tuned[TUNING_SHAPES]){{{256, 5, 3}, NEVER}});
    struct plan plan =
        resolve(&tuning, VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_PRIMITIVE_REDUCE, 1u << 20);
    assert_int_equal(plan.shape.workgroup_size, 128);
    assert_int_equal(plan.tile_size, 128 * 3 * 4);
    plan = resolve(&tuning, VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 1u << 20);
    assert_int_equal(plan.shape.workgroup_size, 256);
    assert_int_equal(plan.tile_size, 256 * 5 * 4);
    assert_int_equal(plan.workgroups, 300);
    assert_int_equal(plan.looks, 77);
}

static void auto_takes_shapes_by_capacity(void **state)
{
    struct tuning tuning = *vks_tuning_row(0);
    static const struct {
        uint64_t capacity;
        vkscan_algorithm scan;
        uint32_t tile;
    } rows[] = {
        {100, VKSCAN_ALGORITHM_LOOKAHEAD, 512 * 5 * 4},
        {999, VKSCAN_ALGORITHM_SUBGROUP, 4096},
        {899, VKSCAN_ALGORITHM_SUBGROUP, 128 * 5 * 4},
        {1000, VKSCAN_ALGORITHM_LOOKBACK, 512 * 1 * 4},
        {1999, VKSCAN_ALGORITHM_LOOKBACK, 2048},
        {2000, VKSCAN_ALGORITHM_LOOKBACK, 128 * 3 * 4},
        {2099, VKSCAN_ALGORITHM_LOOKBACK, 1536},
        {2100, VKSCAN_ALGORITHM_LOOKBACK, 256 * 2 * 4},
        {9999, VKSCAN_ALGORITHM_LOOKBACK, 2048},
    };

    (void)state;
    set_shapes(&tuning, LAYOUT_TILE,
               (struct tuned[TUNING_SHAPES]){{{512, 2, 0}, NEVER}, {{128, 5, 0}, {300, 900}}});
    set_shapes(&tuning, LAYOUT_LOOKBACK,
               (struct tuned[TUNING_SHAPES]){{{512, 1, 2}, {1000, 3000}},
                                             {{256, 2, 2}, {2000, TUNING_NO_END}},
                                             {{128, 3, 2}, {2000, 2100}}});
    set_shapes(&tuning, LAYOUT_LOOKAHEAD,
               (struct tuned[TUNING_SHAPES]){{{512, 4, 2}, NEVER}, {{512, 5, 2}, {100, 200}}});
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct plan plan = resolve(&tuning, VKSCAN_ALGORITHM_AUTO, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                   rows[i].capacity);
        assert_int_equal(plan.algorithm->id, rows[i].scan);
        assert_int_equal(plan.tile_size, rows[i].tile);
        plan = resolve(&tuning, VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                       rows[i].capacity);
        assert_int_equal(plan.tile_size, 512 * 1 * 4);
    }
}

static void auto_goes_by_the_row(void **state)
{
    struct tuning tuning = *vks_tuning_row(0);
    static const struct {
        uint64_t capacity;
        vkscan_algorithm scan;
    } rows[] = {
        {0, VKSCAN_ALGORITHM_SUBGROUP},     {999, VKSCAN_ALGORITHM_SUBGROUP},
        {1000, VKSCAN_ALGORITHM_LOOKBACK},  {1999, VKSCAN_ALGORITHM_LOOKBACK},
        {2000, VKSCAN_ALGORITHM_LOOKAHEAD}, {3999, VKSCAN_ALGORITHM_LOOKAHEAD},
        {4000, VKSCAN_ALGORITHM_SUBGROUP},  {1u << 29, VKSCAN_ALGORITHM_SUBGROUP},
    };

    (void)state;
    set_shapes(&tuning, LAYOUT_LOOKBACK,
               (struct tuned[TUNING_SHAPES]){{{512, 2, 2}, {1000, 3000}}});
    set_shapes(&tuning, LAYOUT_LOOKAHEAD,
               (struct tuned[TUNING_SHAPES]){{{512, 4, 2}, {2000, 4000}}});
    set_shapes(&tuning, LAYOUT_SINGLE, (struct tuned[TUNING_SHAPES]){{{512, 4, 2}, NEVER}});
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(resolve(&tuning, VKSCAN_ALGORITHM_AUTO, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                 rows[i].capacity)
                             .algorithm->id,
                         rows[i].scan);
        assert_int_equal(
            resolve(&tuning, VKSCAN_ALGORITHM_AUTO, VKSCAN_PRIMITIVE_REDUCE, rows[i].capacity)
                .algorithm->id,
            VKSCAN_ALGORITHM_SUBGROUP);
    }
}

/* The largest shape of every layout comes down to what Vulkan guarantees, and no further. */
static void shapes_are_cut_to_the_least_device(void **state)
{
    struct caps least = gpu;

    (void)state;
    least.max_workgroup_size = 128;
    least.shared_memory = 16384;
    for (enum layout i = 0; i < LAYOUT_COUNT; i++) {
        const uint32_t items = vks_tuning_layout(i)->most_items;
        const struct shape largest = {TUNING_LARGEST_WORKGROUP, items, 1};
        const struct shape shape = vks_tuning_cut(&least, &largest, i, 4);
        assert_int_equal(shape.workgroup_size, TUNING_LEAST_WORKGROUP);
        assert_int_equal(shape.items, items);
    }
}

int main(void)
{
    const struct CMUnitTest tuning[] = {
        cmocka_unit_test(plans_have_the_row_s_shapes),
        cmocka_unit_test(auto_goes_by_the_row),
        cmocka_unit_test(auto_takes_shapes_by_capacity),
        cmocka_unit_test(shapes_are_cut_to_the_least_device),
    };
    return cmocka_run_group_tests(tuning, NULL, NULL);
}
