/* SPDX-License-Identifier: MIT */
/*
 * Known answers of the reference. It evaluates the expressions of ops.def, as the kernels do, so a
 * wrong one there would look right to every other test.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static uint32_t combine(vkscan_type type, vkscan_op op, uint32_t left, uint32_t right)
{
    uint32_t result;

    reference_combine(type, op, &left, &right, &result);
    return result;
}

static void integers(void **state)
{
    static const struct {
        vkscan_op op;
        uint32_t left, right, u32, i32;
    } rows[] = {
        {VKSCAN_OP_ADD, 0xfffffffe, 7, 5, 5},
        {VKSCAN_OP_MUL, 0x10001, 0x10001, 0x20001, 0x20001},
        {VKSCAN_OP_MIN, 0xfffffffe, 7, 7, 0xfffffffe},
        {VKSCAN_OP_MAX, 0xfffffffe, 7, 0xfffffffe, 7},
        {VKSCAN_OP_AND, 12, 10, 8, 8},
        {VKSCAN_OP_OR, 12, 10, 14, 14},
        {VKSCAN_OP_XOR, 12, 10, 6, 6},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(combine(VKSCAN_TYPE_DEFAULT, rows[i].op, rows[i].left, rows[i].right),
                         rows[i].u32);
        assert_int_equal(combine(VKSCAN_TYPE_U32, rows[i].op, rows[i].left, rows[i].right),
                         rows[i].u32);
        assert_int_equal(combine(VKSCAN_TYPE_I32, rows[i].op, rows[i].left, rows[i].right),
                         rows[i].i32);
    }
}

static void floats(void **state)
{
    static const struct {
        vkscan_op op;
        float left, right, result;
    } rows[] = {
        {VKSCAN_OP_ADD, 1.5f, -4, -2.5f},      {VKSCAN_OP_ADD, 16777216, 1, 16777216},
        {VKSCAN_OP_MUL, 1.5f, -4, -6},         {VKSCAN_OP_MIN, 1.5f, -4, -4},
        {VKSCAN_OP_MIN, 0.0f, -0.0f, -0.0f},   {VKSCAN_OP_MIN, -0.0f, 0.0f, -0.0f},
        {VKSCAN_OP_MAX, 1.5f, -4, 1.5f},       {VKSCAN_OP_MAX, 0.0f, -0.0f, 0.0f},
        {VKSCAN_OP_MAX, -0.0f, 0.0f, 0.0f},    {VKSCAN_OP_MIN, -INFINITY, 1, -INFINITY},
        {VKSCAN_OP_MAX, 1e-45f, 0.0f, 1e-45f},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(combine(VKSCAN_TYPE_F32, rows[i].op, reference_bits(rows[i].left),
                                 reference_bits(rows[i].right)),
                         reference_bits(rows[i].result));
}

static void a_nan_is_the_quiet_one(void **state)
{
    static const vkscan_op ops[] = {VKSCAN_OP_MIN, VKSCAN_OP_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ops); i++) {
        assert_int_equal(combine(VKSCAN_TYPE_F32, ops[i], 0xffc00001, 0x3f800000), 0x7fc00000);
        assert_int_equal(combine(VKSCAN_TYPE_F32, ops[i], 0x3f800000, 0x7f800001), 0x7fc00000);
    }
}

static void identities(void **state)
{
    static const struct {
        vkscan_op op;
        uint32_t u32, i32, f32;
    } rows[] = {
        {VKSCAN_OP_ADD, 0, 0, 0},
        {VKSCAN_OP_MUL, 1, 1, 0x3f800000},
        {VKSCAN_OP_MIN, 0xffffffff, 0x7fffffff, 0x7f800000},
        {VKSCAN_OP_MAX, 0, 0x80000000, 0xff800000},
        {VKSCAN_OP_AND, 0xffffffff, 0xffffffff, 0},
        {VKSCAN_OP_OR, 0, 0, 0},
        {VKSCAN_OP_XOR, 0, 0, 0},
    };
    uint32_t identity;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        reference_identity(VKSCAN_TYPE_U32, rows[i].op, &identity);
        assert_int_equal(identity, rows[i].u32);
        reference_identity(VKSCAN_TYPE_I32, rows[i].op, &identity);
        assert_int_equal(identity, rows[i].i32);
        if (rows[i].op < VKSCAN_OP_AND) {
            reference_identity(VKSCAN_TYPE_F32, rows[i].op, &identity);
            assert_int_equal(identity, rows[i].f32);
        }
    }
}

/* Writes nothing but its results, and takes a wrong one for what it is. */
static void scans_and_reductions(void **state)
{
    static const uint32_t source[] = {3, 1, 4, 1};
    static const uint32_t seed = 10;
    static const struct {
        vkscan_primitive primitive;
        size_t count;
        uint32_t results[5];
    } rows[] = {
        {VKSCAN_PRIMITIVE_REDUCE, 1, {19, 7}},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 4, {13, 14, 18, 19, 7}},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 4, {10, 13, 14, 18, 7}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params plan = {.primitive = rows[i].primitive};
        uint32_t results[5];
        uint64_t at;
        memset(results, 0, sizeof(results));
        results[rows[i].count] = 7;
        reference_run(&plan, &seed, source, COUNT_OF(source), results);
        assert_memory_equal(results, rows[i].results, (rows[i].count + 1) * sizeof(results[0]));
        assert_true(reference_check(&plan, &seed, source, COUNT_OF(source), results, &at));
        results[rows[i].count - 1]++;
        assert_false(reference_check(&plan, &seed, source, COUNT_OF(source), results, &at));
        assert_int_equal(at, rows[i].count - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(a_nan_is_the_quiet_one),
        cmocka_unit_test(identities),
        cmocka_unit_test(scans_and_reductions),
    };
    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
