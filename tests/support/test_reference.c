/* SPDX-License-Identifier: MIT */
/*
 * Known answers of the reference. It evaluates the expressions of ops.def, as the kernels do, so a
 * wrong one there would look right to every other test. Sorts and partitions share nothing with the
 * kernels, which tests/check holds them against.
 */
#include <math.h>
#include <string.h>

#include "cases.h"
#include "half.h"
#include "reference.h"
#include "reference_select.h"
#include "reference_tree.h"

/* The reference writes its results alone, and detects a wrong one. */
TEST(scans_and_reductions)
{
    static const uint32_t source[] = {3, 1, 4, 1};
    static const uint32_t seed = 10;
    static const struct {
        vkscan_primitive primitive;
        uint32_t flags;
        size_t count;
        uint32_t results[5];
    } rows[] = {
        {VKSCAN_PRIMITIVE_REDUCE, 0, 1, {19, 7}},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 0, 4, {13, 14, 18, 19, 7}},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 0, 4, {10, 13, 14, 18, 7}},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_PLAN_REVERSE_BIT, 4, {19, 16, 15, 11, 7}},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_PLAN_REVERSE_BIT, 4, {16, 15, 11, 10, 7}},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params plan = {
            .primitive = rows[i].primitive, .type = VKSCAN_TYPE_U32, .flags = rows[i].flags};
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

#define ROW(type, op) VKSCAN_TYPE_##type, VKSCAN_OP_##op

/* Rows have the bits of operands and results. */
TEST(operators_combine)
{
    static const struct {
        vkscan_type type;
        vkscan_op op;
        uint64_t left, right, result;
    } rows[] = {
        {ROW(U32, ADD), 0xfffffffe, 7, 5},
        {ROW(I32, ADD), 0xfffffffe, 7, 5},
        {ROW(U32, MUL), 0x10001, 0x10001, 0x20001},
        {ROW(I32, MUL), 0x10001, 0x10001, 0x20001},
        {ROW(U32, MIN), 0xfffffffe, 7, 7},
        {ROW(I32, MIN), 0xfffffffe, 7, 0xfffffffe},
        {ROW(U32, MAX), 0xfffffffe, 7, 0xfffffffe},
        {ROW(I32, MAX), 0xfffffffe, 7, 7},
        {ROW(U32, AND), 12, 10, 8},
        {ROW(I32, AND), 12, 10, 8},
        {ROW(U32, OR), 12, 10, 14},
        {ROW(I32, OR), 12, 10, 14},
        {ROW(U32, XOR), 12, 10, 6},
        {ROW(I32, XOR), 12, 10, 6},
        {ROW(F32, ADD), 0x3fc00000, 0xc0800000, 0xc0200000}, /* 1.5 - 4 */
        {ROW(F32, ADD), 0x4b800000, 0x3f800000, 0x4b800000}, /* 2^24 + 1 */
        {ROW(F32, MUL), 0x3fc00000, 0xc0800000, 0xc0c00000}, /* 1.5 x -4 */
        {ROW(F32, MIN), 0x3fc00000, 0xc0800000, 0xc0800000},
        {ROW(F32, MIN), 0x00000000, 0x80000000, 0x80000000}, /* zeros */
        {ROW(F32, MIN), 0x80000000, 0x00000000, 0x80000000},
        {ROW(F32, MAX), 0x3fc00000, 0xc0800000, 0x3fc00000},
        {ROW(F32, MAX), 0x00000000, 0x80000000, 0x00000000},
        {ROW(F32, MAX), 0x80000000, 0x00000000, 0x00000000},
        {ROW(F32, MIN), 0xff800000, 0x3f800000, 0xff800000}, /* -infinity */
        {ROW(F32, MAX), 1, 0, 1},                            /* a denormal */
        {ROW(F32, MIN), 0xffc00001, 0x3f800000, 0x7fc00000}, /* a NaN is the quiet one */
        {ROW(F32, MIN), 0x3f800000, 0x7f800001, 0x7fc00000},
        {ROW(F32, MAX), 0xffc00001, 0x3f800000, 0x7fc00000},
        {ROW(F32, MAX), 0x3f800000, 0x7f800001, 0x7fc00000},
        {ROW(U8, ADD), 0xfe, 7, 5},
        {ROW(U8, MIN), 0xfe, 7, 7},
        {ROW(I8, MIN), 0xfe, 7, 0xfe},
        {ROW(I8, MUL), 0xfe, 7, 0xf2},
        {ROW(U16, MUL), 0x101, 0x101, 0x201},
        {ROW(I16, MAX), 0x8000, 0x7fff, 0x7fff},
        {ROW(U64, ADD), 0xffffffff, 1, 0x100000000},
        {ROW(U64, MUL), 0x100000001, 0x100000001, 0x200000001},
        {ROW(U64, MAX), 0x8000000000000000, 1, 0x8000000000000000},
        {ROW(I64, MAX), 0x8000000000000000, 1, 1},
        {ROW(I64, XOR), 0xff00000000000000, 0xff, 0xff000000000000ff},
        {ROW(F16, ADD), 0x3e00, 0xc400, 0xc100}, /* 1.5 - 4 */
        {ROW(F16, ADD), 0x6800, 0x3c00, 0x6800}, /* 2048 + 1: to even */
        {ROW(F16, ADD), 0x6801, 0x3c00, 0x6802}, /* 2050 + 1: to even */
        {ROW(F16, ADD), 0x7bff, 0x7bff, 0x7c00}, /* infinity */
        {ROW(F16, MUL), 0x0400, 0x3800, 0x0200}, /* a denormal */
        {ROW(F16, MIN), 0xfe01, 0x3c00, 0x7e00}, /* a NaN */
        {ROW(F16, MAX), 0x8000, 0x0000, 0x0000}, /* zeros */
        {ROW(F64, ADD), 0x4340000000000000, 0x3ff0000000000000, 0x4340000000000000}, /* 2^53 + 1 */
        {ROW(F64, MUL), 0x3ff8000000000000, 0xc010000000000000, 0xc018000000000000}, /* 1.5 x -4 */
        {ROW(F64, MIN), 0x7ff0000000000001, 0x3ff0000000000000, 0x7ff8000000000000}, /* a NaN */
        {ROW(F64, MAX), 1, 0, 1}, /* a denormal */
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint64_t result = 0;
        reference_combine(rows[i].type, rows[i].op, &rows[i].left, &rows[i].right, &result);
        if (result != rows[i].result)
            fail_msg("row %zu: 0x%llx", i, (unsigned long long)result);
    }
}

/* Components are computed by themselves, without carries into the next one. Nothing is written past
 * the last one. */
TEST(vectors_go_by_component)
{
    static const uint32_t source[] = {0xffffffff, 1, 5, 1, 2, 3, 7, 7, 7};
    static const uint32_t expected[] = {0xffffffff, 1, 5, 0, 3, 8, 7, 10, 15, 99};
    const vkscan_plan_params plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .type = VKSCAN_TYPE_U32X3};
    const uint32_t guard = 99;
    uint32_t results[10];
    uint64_t at;

    memset(results, 0, sizeof(results));
    results[9] = guard;
    reference_run(&plan, NULL, source, 3, results);
    assert_memory_equal(results, expected, sizeof(expected));
    assert_true(reference_check(&plan, NULL, source, 3, results, &at));
    results[7]++;
    assert_false(reference_check(&plan, NULL, source, 3, results, &at));
    assert_int_equal(at, 2);
}

/* Elements are combined in the output type. */
TEST(pairs_compute_in_the_output_type)
{
    static const uint8_t source[] = {255, 255, 2};
    static const struct {
        vkscan_type in, out;
        vkscan_op op;
        uint64_t total;
    } rows[] = {
        {VKSCAN_TYPE_U8, VKSCAN_TYPE_NONE, VKSCAN_OP_ADD, 0},
        {VKSCAN_TYPE_U8, VKSCAN_TYPE_U32, VKSCAN_OP_ADD, 512},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_U32, VKSCAN_OP_ADD, 0},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_U32, VKSCAN_OP_MIN, 2},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_U32, VKSCAN_OP_MAX, 0xffffffff},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_I32, VKSCAN_OP_MIN, 0xffffffff},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_I64, VKSCAN_OP_MUL, 2},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_U64, VKSCAN_OP_XOR, 2},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_I64, VKSCAN_OP_AND, 2},
        {VKSCAN_TYPE_I8, VKSCAN_TYPE_I64, VKSCAN_OP_OR, UINT64_MAX},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params plan = {
            .type = rows[i].in, .out_type = rows[i].out, .op = rows[i].op};
        uint64_t total = 0, at;
        reference_run(&plan, NULL, source, COUNT_OF(source), &total);
        if (total != rows[i].total)
            fail_msg("row %zu: 0x%llx", i, (unsigned long long)total);
        assert_true(reference_check(&plan, NULL, source, COUNT_OF(source), &total, &at));
        total ^= 1;
        assert_false(reference_check(&plan, NULL, source, COUNT_OF(source), &total, &at));
    }
}

TEST(pairs)
{
    static const struct {
        vkscan_type from;
        vkscan_type to[5]; /* besides the type itself */
    } rows[] = {
        {VKSCAN_TYPE_U8, {VKSCAN_TYPE_U32, VKSCAN_TYPE_I32, VKSCAN_TYPE_U64, VKSCAN_TYPE_I64}},
        {VKSCAN_TYPE_I8, {VKSCAN_TYPE_U32, VKSCAN_TYPE_I32, VKSCAN_TYPE_U64, VKSCAN_TYPE_I64}},
        {VKSCAN_TYPE_U16, {VKSCAN_TYPE_U32, VKSCAN_TYPE_I32, VKSCAN_TYPE_U64, VKSCAN_TYPE_I64}},
        {VKSCAN_TYPE_I16, {VKSCAN_TYPE_U32, VKSCAN_TYPE_I32, VKSCAN_TYPE_U64, VKSCAN_TYPE_I64}},
        {VKSCAN_TYPE_F16, {VKSCAN_TYPE_F32}},
        {VKSCAN_TYPE_U32, {VKSCAN_TYPE_U64}},
        {VKSCAN_TYPE_I32, {VKSCAN_TYPE_I64}},
        {VKSCAN_TYPE_F32, {VKSCAN_TYPE_F64}},
        {VKSCAN_TYPE_U64, {0}},
        {VKSCAN_TYPE_F64, {0}},
        {VKSCAN_TYPE_U32X2, {0}},
        {VKSCAN_TYPE_F32X4, {0}},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (vkscan_type to = VKSCAN_TYPE_U32; to <= VKSCAN_TYPE_F32X4; to++) {
            bool expected = to == rows[i].from;
            for (size_t k = 0; k < COUNT_OF(rows[i].to); k++)
                expected |= to == rows[i].to[k];
            assert_int_equal(reference_converts(rows[i].from, to), expected);
        }
}

/* Tells whether the check accepts a result that is `ulps` units in the last place above the exact
 * one. */
static bool accepts(vkscan_type type, vkscan_op op, const void *source, uint64_t exact, int ulps)
{
    const vkscan_plan_params plan = {.type = type, .op = op};
    const uint64_t result = exact + (uint64_t)(int64_t)ulps;
    uint64_t at;

    return reference_check(&plan, NULL, source, 4, &result, &at);
}

/* Four operations may be rounded in any order, but by no more. */
TEST(rounding_has_bounds)
{
    static const uint16_t halves[] = {0x3c00, 0x1400, 0x1400, 0}; /* 1, and 2^-10 twice */
    static const uint16_t ties[] = {0x3c00, 0x1000, 0, 0};        /* 1 and 2^-11 */
    static const uint16_t overflows[] = {0x7bff, 0x7bff, 0, 0};
    const float singles[] = {1, 2, 3, 0.5f};
    const double wides[] = {1, 2, 3, 0.5};

    for (int ulps = -3; ulps <= 3; ulps += 3) {
        assert_int_equal(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, halves, 0x3c02, ulps), !ulps);
        assert_int_equal(
            accepts(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, singles, reference_bits(6.5f), 3 * ulps),
            !ulps);
        assert_int_equal(
            accepts(VKSCAN_TYPE_F64, VKSCAN_OP_ADD, wides, 0x401a000000000000, 3 * ulps), !ulps);
    }
    assert_true(accepts(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, singles, reference_bits(6.5f), 1));
    assert_true(accepts(VKSCAN_TYPE_F64, VKSCAN_OP_ADD, wides, 0x401a000000000000, 1));
    /* A tie goes to even, unless it was rounded before. */
    assert_true(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, ties, 0x3c00, 0));
    assert_true(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, ties, 0x3c00, 1));
    assert_false(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, ties, 0x3c00, 2));
    assert_true(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, overflows, HALF_INFINITY, 0));
    assert_false(accepts(VKSCAN_TYPE_F16, VKSCAN_OP_ADD, overflows, 0x7bff, 0));
}

/* The exact value of many f64 is not itself lost by rounding. */
TEST(sums_of_f64_are_exact)
{
    enum { COUNT = 100001 };
    static double source[COUNT];
    const vkscan_plan_params plan = {.type = VKSCAN_TYPE_F64};
    const double right = 1 + 1e-12, wrong = 1;
    uint64_t at;

    source[0] = 1;
    for (size_t i = 1; i < COUNT; i++)
        source[i] = 1e-17; /* lost by a sum in one double */
    assert_true(reference_check(&plan, NULL, source, COUNT, &right, &at));
    assert_false(reference_check(&plan, NULL, source, COUNT, &wrong, &at));
}

/* Elements of a source, each of 64 bits or the first bytes of them, a seed behind them, and the
 * indices of those that are kept. NaNs have no order, and zeros are equal. */
TEST(selections)
{
#define SELECT(type, criterion) VKSCAN_TYPE_##type, VKSCAN_CRITERION_##criterion
    static const struct {
        vkscan_type type;
        vkscan_criterion criterion;
        uint64_t elements[5], kept, indices[4];
    } rows[] = {
        {SELECT(U8, LESS), {1, 0xff, 5, 4, 5}, 2, {0, 3}},
        {SELECT(I8, LESS_EQUAL), {1, 0xff, 5, 6, 5}, 3, {0, 1, 2}},
        {SELECT(U16, GREATER), {1, 0xffff, 5, 6, 5}, 2, {1, 3}},
        {SELECT(I16, GREATER_EQUAL), {1, 0xffff, 5, 6, 5}, 2, {2, 3}},
        {SELECT(U32, GREATER), {1, 0xffffffff, 5, 6, 5}, 2, {1, 3}},
        {SELECT(I32, GREATER), {1, 0xffffffff, 5, 6, 5}, 1, {3}},
        {SELECT(U64, LESS), {1, UINT64_MAX, 5, 4, 5}, 2, {0, 3}},
        {SELECT(I64, LESS), {1, UINT64_MAX, 5, 4, 5}, 3, {0, 1, 3}},
        {SELECT(F16, LESS), {0x3c00, 0xfc00, 0x7e00, 0x4000, 0x4000}, 2, {0, 1}},
        {SELECT(F32, EQUAL), {0x80000000, 0, 0x7fc00000, 1, 0}, 2, {0, 1}},
        {SELECT(F32, NOT_EQUAL), {0x7fc00000, 0, 0x3f800000, 1, 0x7fc00000}, 4, {0, 1, 2, 3}},
        {SELECT(F64, GREATER_EQUAL), {0xbff0000000000000, 0, 1, 0x7ff8000000000000, 0}, 2, {1, 2}},
        {SELECT(U32X2, EQUAL), {0x100000002, 2, 0x100000000, 0x100000002, 0x100000002}, 2, {0, 3}},
        {SELECT(U32X2, NOT_EQUAL), {0x100000002, 2, 0x100000000, 0x100000002, 2}, 3, {0, 2, 3}},
    };
#undef SELECT

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const uint32_t size = vkscan_type_size(rows[i].type);
        unsigned char source[5 * 8];
        uint32_t indices[4];
        for (size_t k = 0; k < 5; k++)
            memcpy(source + k * size, &rows[i].elements[k], size);
        const struct reference_selection selection = {.primitive = VKSCAN_PRIMITIVE_SELECT,
                                                      .type = rows[i].type,
                                                      .criterion = rows[i].criterion,
                                                      .source = source,
                                                      .seed = source + (size_t)4 * size};
        assert_int_equal(reference_select(&selection, 4, indices), rows[i].kept);
        for (size_t k = 0; k < rows[i].kept; k++)
            assert_int_equal(indices[k], rows[i].indices[k]);
    }
}

/* The borders of runs: of keys by their bits, and of the elements themselves. */
TEST(runs)
{
    static const uint8_t elements[] = {7, 7, 8, 7, 7, 7}, keys[] = {1, 1, 1, 0, 0, 2};
    static const struct {
        vkscan_primitive primitive;
        uint32_t key_size;
        bool keeps_last;
        uint64_t count, kept, indices[4];
    } rows[] = {
        {VKSCAN_PRIMITIVE_SELECT, 1, false, 6, 3, {0, 3, 5}},
        {VKSCAN_PRIMITIVE_SELECT, 1, true, 6, 3, {2, 4, 5}},
        {VKSCAN_PRIMITIVE_SELECT, 1, true, 4, 2, {2, 3}},
        {VKSCAN_PRIMITIVE_SELECT, 2, false, 3, 3, {0, 1, 2}},
        {VKSCAN_PRIMITIVE_UNIQUE, 0, false, 6, 3, {0, 2, 3}},
        {VKSCAN_PRIMITIVE_UNIQUE, 0, true, 6, 3, {1, 2, 5}},
        {VKSCAN_PRIMITIVE_UNIQUE, 0, true, 1, 1, {0}},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct reference_selection selection = {
            .primitive = rows[i].primitive,
            .type = VKSCAN_TYPE_U8,
            .criterion = rows[i].key_size ? VKSCAN_CRITERION_KEYS : 0,
            .source = elements,
            .flags = keys,
            .key_size = rows[i].key_size,
            .keeps_last = rows[i].keeps_last,
            .count = rows[i].count};
        uint32_t indices[6];
        assert_int_equal(reference_select(&selection, rows[i].count, indices), rows[i].kept);
        for (size_t k = 0; k < rows[i].kept; k++)
            assert_int_equal(indices[k], rows[i].indices[k]);
    }
}

TEST(halves)
{
    static const struct {
        double value;
        uint16_t half;
    } rows[] = {
        {0.0, 0},
        {-0.0, 0x8000},
        {1, 0x3c00},
        {-2.5, 0xc100},
        {65504, 0x7bff},
        {65519.999, 0x7bff},
        {65520, 0x7c00},
        {-1e300, 0xfc00},
        {0x1p-24, 1},
        {0x1p-25, 0},                  /* a tie, to even */
        {0x1.0000000001p-25, 1},       /* more than that */
        {0x1.8p-24, 2},                /* a tie, to even */
        {0x1.ffcp-15, 0x0400},         /* the least normal one, by rounding */
        {0x1.002p0, 0x3c00},           /* a tie, to even */
        {0x1.006p0, 0x3c02},           /* a tie, to even */
        {0x1.0020000000001p0, 0x3c01}, /* which would be lost in a float */
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(half_from(rows[i].value), rows[i].half);
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        const bool nan = (bits & 0x7fff) > HALF_INFINITY;
        if (nan)
            assert_true(isnan(half_to((uint16_t)bits)));
        else
            assert_int_equal(half_from(half_to((uint16_t)bits)), bits);
        assert_int_equal(reference_bits(half_to_float((uint16_t)bits)),
                         reference_bits((float)half_to((uint16_t)bits)));
    }
    assert_int_equal(half_from(NAN), HALF_NAN);
}

/* 2^24 and ones, of which a single one is rounded away and four are not. */
TEST(trees_group_as_documented)
{
    vkscan_plan_params plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                               .type = VKSCAN_TYPE_F32};
    const float seed = 0x1p24f;
    float ones[9000], results[9000], total;

    for (size_t i = 0; i < COUNT_OF(ones); i++)
        ones[i] = 1;
    reference_tree(&plan, &seed, ones, COUNT_OF(ones), results, &total);
    assert_true(results[3] == 0x1p24f);           /* one by one, within a vector */
    assert_true(results[4] == 0x1p24f + 4);       /* a vector, and one that is rounded away */
    assert_true(results[35] == 0x1p24f + 32);     /* a leaf */
    assert_true(results[4095] == 0x1p24f + 4092); /* the last vector of a tile */
    assert_true(results[4096 + 3] == 0x1p24f + 4096);
    assert_true(results[8999] == 0x1p24f + 8996);
    assert_true(total == 0x1p24f + 9000);
    plan.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
    reference_tree(&plan, &seed, ones, COUNT_OF(ones), results, NULL);
    assert_true(results[0] == seed && results[8] == 0x1p24f + 8 && results[9] == 0x1p24f + 8);
    plan.flags = VKSCAN_PLAN_REVERSE_BIT;
    reference_tree(&plan, &seed, ones, COUNT_OF(ones), results, &total);
    assert_true(results[8999] == seed && results[8999 - 8] == 0x1p24f + 8);
    assert_true(total == 0x1p24f + 9000);
    plan = (vkscan_plan_params){.type = VKSCAN_TYPE_F32};
    reference_tree(&plan, &seed, ones, 4097, &total, NULL);
    assert_true(total == 0x1p24f + 4096); /* 4097 is a tie, to even */
    reference_tree(&plan, NULL, ones, 0, &total, NULL);
    assert_true(total == 0);
}

/* Exact sums and products are those of any other grouping. */
TEST(trees_compute_what_is_asked_for)
{
    static const struct {
        vkscan_type type, out_type;
        size_t out_size;
    } rows[] = {
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16, 2},      {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, 4},
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F32, 4},      {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64, 8},
        {VKSCAN_TYPE_F64, VKSCAN_TYPE_F64, 8},      {VKSCAN_TYPE_F32X2, VKSCAN_TYPE_F32X2, 8},
        {VKSCAN_TYPE_F32X3, VKSCAN_TYPE_F32X3, 12}, {VKSCAN_TYPE_F32X4, VKSCAN_TYPE_F32X4, 16},
    };
    enum { COUNT = 5001 };
    static uint8_t source[COUNT * 16], expected[COUNT * 16], results[COUNT * 16];

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (vkscan_primitive p = VKSCAN_PRIMITIVE_REDUCE; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
             p++)
            for (vkscan_op op = VKSCAN_OP_ADD; op <= VKSCAN_OP_MUL; op++) {
                const vkscan_plan_params plan = {
                    .primitive = p,
                    .op = op,
                    .type = rows[i].type,
                    .out_type = rows[i].out_type,
                    .flags = p && i % 2 ? VKSCAN_PLAN_REVERSE_BIT : 0,
                };
                reference_fill(plan.type, op, REFERENCE_ALTERNATING, 1, source, COUNT);
                reference_run(&plan, NULL, source, COUNT, expected);
                reference_tree(&plan, NULL, source, COUNT, results, NULL);
                assert_memory_equal(results, expected, rows[i].out_size * (p ? COUNT : 1));
            }
}

RUN_TESTS(reference)
