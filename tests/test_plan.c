/* SPDX-License-Identifier: MIT */
/*
 * The arithmetic of plans: levels, scratch, limits, choice. Links the files that call no Vulkan and
 * nothing else, so that a slip does not link.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "interface.h"
#include "plan.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static char message[512];

static void keep_message(void *user, VkResult result, const char *text)
{
    (void)user;
    (void)result;
    snprintf(message, sizeof(message), "%s", text);
}

static const struct report errors = {keep_message, NULL};

/* A large GPU. */
static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL,
    .subgroup_size = 32,
    .max_subgroups = 64,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
};

/* What Vulkan 1.1 guarantees and no more. */
static const struct caps least = {
    .subgroup_size = 1,
    .max_workgroup_size = 128,
    .max_workgroup_count = 65535,
    .shared_memory = 16384,
    .max_range = 1u << 27,
    .range_alignment = 256,
};

static struct plan resolve(const struct caps *caps, vkscan_algorithm algorithm,
                           vkscan_primitive primitive, uint64_t capacity, const struct shape *shape)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = capacity};
    struct plan plan;

    assert_int_equal(
        vks_plan_resolve_with(caps, &params, vks_element_op(VKSCAN_OP_ADD), shape, &errors, &plan),
        VK_SUCCESS);
    return plan;
}

/* Calls visit for every algorithm and primitive there is. */
static void for_each_row(void (*visit)(vkscan_algorithm algorithm, vkscan_primitive primitive))
{
    const struct algorithm *row;

    for (uint32_t i = 0; (row = vks_algorithm_row(i)); i++)
        for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
            if (row->primitives & 1u << p)
                visit(row->id, p);
}

/* ---- passes ---- */

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* Levels until one tile holds all. */
static uint32_t level_count(uint64_t count, uint32_t tile_size)
{
    uint32_t levels = 1;

    for (; count > tile_size; count = divide_up(count, tile_size))
        levels++;
    return levels;
}

static const uint64_t counts[] = {1,    2,    127,     128,      129,
                                  4096, 4097, 1000003, 1u << 28, (1u << 30) - 1};

static void reductions_have_a_pass_a_level(void **state)
{
    (void)state;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++)
        for (size_t i = 0; i < COUNT_OF(counts); i++) {
            const struct plan plan =
                resolve(&gpu, a, VKSCAN_PRIMITIVE_REDUCE, UINT32_MAX / 4, NULL);
            struct pass_list list;
            vks_plan_passes(&plan, counts[i], &list);
            assert_int_equal(list.count, level_count(counts[i], plan.tile_size));
            assert_int_equal(list.pass[0].input.role, ROLE_SOURCE);
            assert_int_equal(list.pass[list.count - 1].output.role, ROLE_DESTINATION);
            assert_int_equal(list.pass[list.count - 1].groups, 1);
        }
}

/* Up and down again, through the top once: 2 levels - 1 dispatches. */
static void scans_go_up_and_down(void **state)
{
    (void)state;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++)
        for (size_t i = 0; i < COUNT_OF(counts); i++) {
            const struct plan plan =
                resolve(&gpu, a, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, UINT32_MAX / 4, NULL);
            struct pass_list list;
            vks_plan_passes(&plan, counts[i], &list);
            assert_int_equal(list.count, 2 * level_count(counts[i], plan.tile_size) - 1);
            assert_int_equal(list.pass[0].input.role, ROLE_SOURCE);
            assert_int_equal(list.pass[list.count - 1].output.role, ROLE_DESTINATION);
        }
}

static void nothing_takes_no_pass_but_a_reduction_one(void **state)
{
    struct pass_list list;

    (void)state;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++)
        for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++) {
            const struct plan plan = resolve(&gpu, a, p, 0, NULL);
            vks_plan_passes(&plan, 0, &list);
            assert_int_equal(list.count, p == VKSCAN_PRIMITIVE_REDUCE);
        }
}

static void check_seeded_once(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const struct plan plan = resolve(&gpu, algorithm, primitive, counts[i], NULL);
        struct pass_list list;
        uint32_t seeded = 0;
        vks_plan_passes(&plan, counts[i], &list);
        for (uint32_t k = 0; k < list.count; k++)
            seeded += list.pass[k].seeded;
        assert_int_equal(seeded, 1);
    }
}

static void the_seed_enters_once(void **state)
{
    (void)state;
    for_each_row(check_seeded_once);
}

/* Every place in scratch that a pass names lies within the scratch, and its stage exists. */
static void check_spans(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct shape small = {64, 1};

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const struct plan plan = resolve(&gpu, algorithm, primitive, counts[i], &small);
        struct pass_list list;
        vks_plan_passes(&plan, counts[i], &list);
        for (uint32_t k = 0; k < list.count; k++) {
            const struct pass *pass = &list.pass[k];
            const uint64_t totals = divide_up(pass->count, plan.tile_size);
            assert_non_null(plan.algorithm->stages[pass->stage].kernel);
            if (pass->input.role == ROLE_SCRATCH)
                assert_true((pass->input.offset + pass->count) * 4 <= plan.scratch_size);
            if (pass->totals.role == ROLE_SCRATCH && totals > 1)
                assert_true((pass->totals.offset + totals) * 4 <= plan.scratch_size);
            assert_int_equal(pass->output.offset * 4 % VECTOR_BYTES, 0);
        }
    }
}

static void passes_stay_within_scratch(void **state)
{
    (void)state;
    for_each_row(check_spans);
}

/* ---- scratch ---- */

static void check_scratch(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    uint64_t before = 0;

    for (uint64_t capacity = 0; capacity < UINT32_MAX / 4; capacity += 1 + capacity / 50) {
        const uint64_t size = resolve(&gpu, algorithm, primitive, capacity, NULL).scratch_size;
        assert_true(size >= VECTOR_BYTES);
        assert_true(size >= before);
        before = size;
    }
}

static void scratch_grows_with_capacity(void **state)
{
    (void)state;
    for_each_row(check_scratch);
}

/* A plan for a large capacity runs any smaller count in the same scratch with the same stages. */
static void check_smaller_counts(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct plan plan = resolve(&gpu, algorithm, primitive, 1u << 28, NULL);
    struct pass_list full, list;
    uint32_t stages = 0;

    vks_plan_passes(&plan, plan.capacity, &full);
    for (uint32_t k = 0; k < full.count; k++)
        stages |= 1u << full.pass[k].stage;
    for (uint64_t count = 1; count < plan.capacity; count += 1 + count / 3) {
        vks_plan_passes(&plan, count, &list);
        assert_true(list.scratch * 4 <= plan.scratch_size);
        for (uint32_t k = 0; k < list.count; k++)
            assert_true(stages & 1u << list.pass[k].stage);
    }
}

static void smaller_counts_need_nothing_more(void **state)
{
    (void)state;
    for_each_row(check_smaller_counts);
}

/* ---- limits ---- */

/* The smallest tile over the most elements a descriptor reaches: the deepest there can be. */
static void check_largest(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct shape smallest = {2, 1};
    const uint64_t capacity = UINT32_MAX / 4;
    const struct plan plan = resolve(&gpu, algorithm, primitive, capacity, &smallest);
    struct pass_list list;
    uint64_t moved = 0;

    vks_plan_passes(&plan, capacity, &list);
    assert_true(list.count <= ALGORITHM_MAX_PASSES);
    assert_true(plan.scratch_size <= UINT32_MAX);
    for (uint32_t k = 0; k < list.count; k++) {
        assert_true(list.pass[k].count <= capacity);
        assert_true(list.pass[k].groups <= capacity);
        moved += list.pass[k].count;
    }
    assert_true(moved < 8 * capacity);
}

static void nothing_overflows_at_the_largest_count(void **state)
{
    (void)state;
    for_each_row(check_largest);
}

static void a_capacity_beyond_the_device_is_refused(void **state)
{
    const uint64_t beyond[] = {(uint64_t)UINT32_MAX / 4 + 1, 1ull << 32, 1ull << 62, UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        const vkscan_plan_params params = {.capacity = beyond[i]};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), RESULT_UNSUPPORTED);
        assert_non_null(strstr(message, "capacity"));
    }
}

static void check_least(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    struct caps caps = least;

    for (caps.subgroup_size = 1; caps.subgroup_size <= 128; caps.subgroup_size *= 2) {
        caps.capabilities = VKSCAN_CAPABILITY_SUBGROUPS;
        const struct plan plan = resolve(&caps, algorithm, primitive, 1u << 20, NULL);
        assert_true(plan.shape.workgroup_size <= caps.max_workgroup_size);
        assert_int_equal(plan.shape.workgroup_size % caps.subgroup_size, 0);
        assert_true(vks_tuning_shared_memory(&plan.shape, plan.algorithm->layout, 4) <=
                    caps.shared_memory);
    }
}

static void shapes_fit_the_least_device(void **state)
{
    (void)state;
    for_each_row(check_least);
}

/* lavapipe: subgroups of 4, at most 32 of them in a workgroup that requires a subgroup size. */
static void workgroups_keep_to_full_subgroups(void **state)
{
    struct caps caps = gpu;

    (void)state;
    caps.subgroup_size = 4;
    caps.max_subgroups = 32;
    const struct plan plan =
        resolve(&caps, VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_PRIMITIVE_REDUCE, 1000, NULL);
    assert_int_equal(plan.shape.workgroup_size, 128);
}

/* ---- choice and refusal ---- */

static void auto_takes_what_the_device_can_run(void **state)
{
    (void)state;
    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
        for (uint64_t capacity = 1; capacity < 1u << 25; capacity *= 32) {
            assert_int_equal(resolve(&gpu, VKSCAN_ALGORITHM_AUTO, p, capacity, NULL).algorithm->id,
                             VKSCAN_ALGORITHM_SUBGROUP);
            assert_int_equal(
                resolve(&least, VKSCAN_ALGORITHM_AUTO, p, capacity, NULL).algorithm->id,
                VKSCAN_ALGORITHM_BLELLOCH);
        }
}

static void what_the_device_lacks_is_refused(void **state)
{
    const vkscan_plan_params params = {.algorithm = VKSCAN_ALGORITHM_SUBGROUP, .capacity = 10};
    struct plan plan;

    (void)state;
    assert_int_equal(vks_plan_resolve(&least, &params, &errors, &plan), RESULT_UNSUPPORTED);
    assert_non_null(strstr(message, "subgroup"));
}

static void an_operator_that_the_type_lacks_is_refused(void **state)
{
    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++) {
            const vkscan_plan_params params = {.type = type, .op = op};
            struct plan plan;
            const bool exists = type != VKSCAN_TYPE_F32 || op < VKSCAN_OP_AND;
            assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan),
                             exists ? VK_SUCCESS : RESULT_INVALID);
        }
}

int main(void)
{
    const struct CMUnitTest plan[] = {
        cmocka_unit_test(reductions_have_a_pass_a_level),
        cmocka_unit_test(scans_go_up_and_down),
        cmocka_unit_test(nothing_takes_no_pass_but_a_reduction_one),
        cmocka_unit_test(the_seed_enters_once),
        cmocka_unit_test(passes_stay_within_scratch),
        cmocka_unit_test(scratch_grows_with_capacity),
        cmocka_unit_test(smaller_counts_need_nothing_more),
        cmocka_unit_test(nothing_overflows_at_the_largest_count),
        cmocka_unit_test(a_capacity_beyond_the_device_is_refused),
        cmocka_unit_test(shapes_fit_the_least_device),
        cmocka_unit_test(workgroups_keep_to_full_subgroups),
        cmocka_unit_test(auto_takes_what_the_device_can_run),
        cmocka_unit_test(what_the_device_lacks_is_refused),
        cmocka_unit_test(an_operator_that_the_type_lacks_is_refused),
    };
    return cmocka_run_group_tests(plan, NULL, NULL);
}
