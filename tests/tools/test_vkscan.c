/* SPDX-License-Identifier: MIT */
/* The program vkscan, given what it should accept. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "half.h"
#include "npy_files.h"
#include "reference.h"
#include "reference_tree.h"

#define COUNT 5003
#define BYTES (COUNT * sizeof(uint32_t))

/* Where any algorithm will do: those that take the least time to compile. */
#define REDUCE "--algorithm", "interleaved"
#define SCAN "--algorithm", "naive"
#define SMALL "--tuning", "subgroup=128x1" /* where that algorithm may be the one */

static uint32_t source[4 * COUNT]; /* for elements of up to 16 bytes */

struct element {
    uint32_t words[4];
};

static uint64_t parse_integer(const char *text)
{
    return text[0] == '-' ? (uint64_t)strtoll(text, NULL, 10) : strtoull(text, NULL, 10);
}

static void parse_component(const char *name, const char *text, void *to)
{
    const uint64_t integer = parse_integer(text);
    const double wide = strtod(text, NULL);
    const float single = strtof(text, NULL);
    const uint16_t half = half_from(wide);
    const int bits = atoi(name + 1);

    if (name[0] != 'f')
        memcpy(to, &integer, (size_t)bits / 8);
    else if (bits == 64)
        memcpy(to, &wide, sizeof(wide));
    else if (bits == 32)
        memcpy(to, &single, sizeof(single));
    else
        memcpy(to, &half, sizeof(half));
}

/* Of a vector, components of 4 bytes with commas between. */
static struct element parse(vkscan_type type, const char *text)
{
    const char *name = vkscan_type_name(type);
    struct element element = {{0}};

    for (size_t i = 0; text && i < COUNT_OF(element.words); i++) {
        parse_component(name, text, &element.words[i]);
        text = strchr(text, ',');
        text = text ? text + 1 : NULL;
    }
    return element;
}

/* Textbook algorithms compute 32 bits, and take the least time to compile. */
static const char *algorithm_for(vkscan_plan_params plan, const char *textbook)
{
    return plan.type <= VKSCAN_TYPE_F32 ? textbook : "subgroup";
}

/* Holds the elements of a result against the CPU. */
static void check(vkscan_plan_params plan, const void *result)
{
    uint64_t at;

    if (!reference_check(&plan, NULL, source, COUNT, result, &at))
        fail_msg("%s %s %s: element %llu is wrong", vkscan_primitive_name(plan.primitive),
                 vkscan_op_name(plan.op), vkscan_type_name(plan.type), (unsigned long long)at);
}

/* Scalars of 32 bits with each operator; of others a third, with one. */
static void for_each_plan(vkscan_primitive primitive, void (*visit)(vkscan_plan_params plan))
{
    for (int type = VKSCAN_TYPE_U32; vkscan_type_name((vkscan_type)type); type++)
        for (int op = 0; vkscan_op_name((vkscan_op)op); op++) {
            if (!reference_has((vkscan_type)type, (vkscan_op)op))
                continue;
            if (type > VKSCAN_TYPE_F32 &&
                ((type + (int)primitive) % 3 || op != type % (VKSCAN_OP_MAX + 1)))
                continue;
            reference_fill((vkscan_type)type, (vkscan_op)op, REFERENCE_RANDOM, 7, source, COUNT);
            visit((vkscan_plan_params){
                .primitive = primitive, .op = (vkscan_op)op, .type = (vkscan_type)type});
        }
}

static void check_reduce(vkscan_plan_params plan)
{
    write_npy("a.npy", plan.type, source, COUNT);
    const struct result *result =
        RUN("reduce", "a.npy", SMALL, "--algorithm", algorithm_for(plan, "interleaved"), "--op",
            vkscan_op_name(plan.op));
    assert_succeeded(result);
    const struct element value = parse(plan.type, result->output);
    check(plan, &value);
}

static void reduces_every_type_and_operator(void **state)
{
    (void)state;
    for_each_plan(VKSCAN_PRIMITIVE_REDUCE, check_reduce);
}

static void check_inclusive_scan(vkscan_plan_params plan)
{
    const size_t bytes = COUNT * vkscan_type_size(plan.type);
    static uint32_t result[4 * COUNT];

    write_npy("a.npy", plan.type, source, COUNT);
    assert_succeeded(RUN("scan", "a.npy", SMALL, "--algorithm", algorithm_for(plan, "naive"),
                         "--op", vkscan_op_name(plan.op), "-o", "b.npy"));
    size_t size;
    char *file = read_file("b.npy", &size);
    assert_true(size > bytes);
    memcpy(result, file + size - bytes, bytes);
    free(file);
    check(plan, result);
    assert_npy("b.npy", plan.type, result, COUNT);
}

static void scans_every_type_and_operator(void **state)
{
    (void)state;
    for_each_plan(VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, check_inclusive_scan);
}

static void check_exclusive_scan(vkscan_plan_params plan)
{
    const size_t bytes = COUNT * vkscan_type_size(plan.type);
    const char *type = vkscan_type_name(plan.type);
    size_t size;

    write_file("a", source, bytes);
    assert_succeeded(RUN("scan", "a", SMALL, "--algorithm", algorithm_for(plan, "naive"),
                         "--exclusive", "--type", type, "--op", vkscan_op_name(plan.op), "-o",
                         "b"));
    char *file = read_file("b", &size);
    assert_int_equal(size, bytes);
    check(plan, file);
    free(file);
}

static void scans_exclusively_every_type_and_operator(void **state)
{
    (void)state;
    for_each_plan(VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, check_exclusive_scan);
}

/* Also those that scan only, of a file that takes more than one piece. */
static void every_algorithm_agrees(void **state)
{
    unsigned agreeing = 0;
    size_t size;

    (void)state;
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 1, source, COUNT);
    write_npy("a.npy", VKSCAN_TYPE_U32, source, COUNT);
    assert_succeeded(RUN("scan", "a.npy", "-o", "expected.npy"));
    char *expected = read_file("expected.npy", &size);
    for (vkscan_algorithm i = 0; vkscan_algorithm_name(i); i++) {
        const struct result *result = RUN("scan", "a.npy", "-o", "b.npy", "--piece", "2501",
                                          "--algorithm", vkscan_algorithm_name(i));
        if (result->status != 0) { /* a device may lack what it needs */
            assert_non_null(strstr(result->error, " can run "));
            continue;
        }
        assert_file("b.npy", expected, size);
        agreeing++;
    }
    assert_true(agreeing >= 2); /* auto, and what it stands for */
    free(expected);
}

static void seeds_come_first(void **state)
{
    static const struct {
        vkscan_type type;
        uint64_t element;
        const char *op, *seed, *result;
    } rows[] = {
        {VKSCAN_TYPE_U32, 2, "add", "4294967295", "1"},
        {VKSCAN_TYPE_U32, 2, "add", "0x10", "18"},
        {VKSCAN_TYPE_U32, 2, "add", "010", "12"},
        {VKSCAN_TYPE_U32, 6, "and", "0xFFFFFFFF", "6"},
        {VKSCAN_TYPE_I32, 2, "add", "-2147483648", "-2147483646"},
        {VKSCAN_TYPE_I32, 2, "min", "-0x10", "-16"},
        {VKSCAN_TYPE_I32, 2, "mul", "-3", "-6"},
        {VKSCAN_TYPE_F32, 0x40000000, "add", "0.5", "2.5"},
        {VKSCAN_TYPE_F32, 0x40000000, "mul", "-1e10", "-2e+10"},
        {VKSCAN_TYPE_F32, 0x40000000, "add", "-inf", "-inf"},
        {VKSCAN_TYPE_F32, 0x40000000, "max", "nan", "nan"},
        {VKSCAN_TYPE_F32, 0x40000000, "min", "1e-40", "9.9999461e-41"},
        {VKSCAN_TYPE_U8, 2, "add", "255", "1"},
        {VKSCAN_TYPE_I8, 2, "add", "-128", "-126"},
        {VKSCAN_TYPE_I8, 0xfe, "max", "-3", "-2"},
        {VKSCAN_TYPE_U16, 2, "mul", "0xffff", "65534"},
        {VKSCAN_TYPE_I16, 2, "min", "-32768", "-32768"},
        {VKSCAN_TYPE_U64, 2, "add", "18446744073709551615", "1"},
        {VKSCAN_TYPE_U64, 1, "or", "0x8000000000000000", "9223372036854775809"},
        {VKSCAN_TYPE_I64, 2, "min", "-9223372036854775808", "-9223372036854775808"},
        {VKSCAN_TYPE_I64, 2, "mul", "-3000000000000", "-6000000000000"},
        {VKSCAN_TYPE_F16, 0x4000, "add", "0.5", "2.5"},
        {VKSCAN_TYPE_F16, 0x4000, "add", "0.1", "2.0996"},
        {VKSCAN_TYPE_F16, 0x4000, "max", "65504", "65504"},
        {VKSCAN_TYPE_F16, 0x4000, "min", "6e-8", "5.9605e-08"},
        {VKSCAN_TYPE_F16, 0x4000, "max", "inf", "inf"},
        {VKSCAN_TYPE_F64, 0x4000000000000000, "add", "0.1", "2.1000000000000001"},
        {VKSCAN_TYPE_F64, 0x4000000000000000, "min", "1e-320", "9.9998886718268301e-321"},
        {VKSCAN_TYPE_F64, 0x4000000000000000, "max", "1e308", "1e+308"},
        {VKSCAN_TYPE_U32X2, 0x0000000500000002, "add", "4294967295,010", "1,15"},
        {VKSCAN_TYPE_I32X2, 0x00000005fffffffe, "max", "-3,-4", "-2,5"},
        {VKSCAN_TYPE_F32X2, 0x4000000040000000, "add", "0.5,-inf", "2.5,-inf"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params plan = {.type = rows[i].type};
        write_npy("a.npy", rows[i].type, &rows[i].element, 1);
        assert_printed(RUN("reduce", "a.npy", SMALL, "--algorithm",
                           algorithm_for(plan, "interleaved"), "--op", rows[i].op, "--seed",
                           rows[i].seed),
                       rows[i].result);
    }
}

static void scans_start_with_the_seed(void **state)
{
    static const uint32_t data[] = {1, 2, 3};
    static const uint32_t inclusive[] = {11, 13, 16}, exclusive[] = {10, 11, 13};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    assert_succeeded(RUN("scan", "a.npy", "--seed", "10", "-o", "b"));
    assert_file("b", inclusive, sizeof(inclusive));
    assert_succeeded(RUN("scan", "a.npy", "--seed", "10", "-o", "b", "--exclusive"));
    assert_file("b", exclusive, sizeof(exclusive));
}

static void floats_are_printed_exactly(void **state)
{
    static const uint32_t values[] = {
        0x3dcccccd, /* 0.1 */
        0x3f800001, /* the next after 1 */
        0x7f7fffff, /* the largest */
        0x00800000, /* the smallest normal number */
        0x00000001, /* the smallest */
        0x80000000, /* -0 */
        0xff800000, /* -infinity */
        0xbeaaaaab, /* -1/3 */
        0x5d68bcf0, /* 1.04815428e+18, of which 8 digits are another float's */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        write_npy("a.npy", VKSCAN_TYPE_F32, &values[i], 1);
        const struct result *result = RUN("reduce", "a.npy", REDUCE, "--op", "min");
        assert_succeeded(result);
        assert_int_equal(parse(VKSCAN_TYPE_F32, result->output).words[0], values[i]);
    }
}

/* Sums of bytes that would overflow as bytes, in pieces too, and as .npy of the wider type. */
static void results_may_have_another_type(void **state)
{
    static const uint8_t bytes[] = {200, 100, 255, 1};
    static const uint32_t inclusive[] = {200, 300, 555, 556}, exclusive[] = {0, 200, 300, 555};
    static const uint64_t seeded[] = {10000000200, 10000000300, 10000000555, 10000000556};
    static const uint16_t halves[] = {0x7bff, 0x7bff};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U8, bytes, 4);
    assert_printed(RUN("reduce", "a.npy"), "44");
    assert_printed(RUN("reduce", "a.npy", "--out-type", "u32"), "556");
    assert_printed(RUN("reduce", "a.npy", "--out-type", "i64", "--piece", "3"), "556");
    assert_succeeded(RUN("scan", "a.npy", "--out-type", "u32", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, inclusive, 4);
    assert_succeeded(
        RUN("scan", "a.npy", "--out-type", "u32", "--exclusive", "-o", "b.npy", "--piece", "3"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, exclusive, 4);
    assert_succeeded(RUN("scan", "a.npy", "--out-type", "u64", "-o", "b", "--seed", "10000000000",
                         "--piece", "1"));
    assert_file("b", seeded, sizeof(seeded));
    write_npy("a.npy", VKSCAN_TYPE_F16, halves, 2);
    assert_printed(RUN("reduce", "a.npy"), "inf");
    assert_printed(RUN("reduce", "a.npy", "--out-type", "f32"), "131008");
}

/* In pieces too, from the end. */
static void scans_may_begin_at_the_end(void **state)
{
    static const uint32_t data[] = {1, 2, 3, 4, 5};
    static const uint32_t inclusive[] = {15, 14, 12, 9, 5}, exclusive[] = {24, 22, 19, 15, 10};
    static const uint8_t bytes[] = {200, 100, 255};
    static const uint32_t sums[] = {555, 355, 255};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 5);
    assert_succeeded(RUN("scan", "a.npy", "--reverse", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, inclusive, 5);
    assert_succeeded(RUN("scan", "a.npy", "--reverse", "-o", "b.npy", "--piece", "2"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, inclusive, 5);
    assert_succeeded(RUN("scan", "a.npy", "--reverse", "--exclusive", "--seed", "10", "-o", "b",
                         "--piece", "3"));
    assert_file("b", exclusive, sizeof(exclusive));
    write_npy("a.npy", VKSCAN_TYPE_U8, bytes, 3);
    assert_succeeded(
        RUN("scan", "a.npy", "--reverse", "--out-type", "u32", "-o", "b.npy", "--piece", "2"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, sums, 3);
    write_npy("a.npy", VKSCAN_TYPE_U32, NULL, 0);
    assert_succeeded(RUN("scan", "a.npy", "--reverse", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, NULL, 0);
}

/* Rows of a .npy file's second dimension, there and back. */
static void vectors_are_rows(void **state)
{
    static const float points[] = {1, 5, -2, 3, 4, 7}, highest[] = {1, 5, -2, 3, 5, 7};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_F32X3, points, 2);
    assert_printed(RUN("reduce", "a.npy", "--op", "min"), "1,4,-2");
    assert_succeeded(RUN("scan", "a.npy", "--op", "max", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_F32X3, highest, 2);
    assert_succeeded(RUN("scan", "-", "--type", "f32x3", "-o", "c.npy"));
    assert_npy("c.npy", VKSCAN_TYPE_F32X3, NULL, 0);
}

static void pipes_take_raw_data(void **state)
{
    static uint32_t expected[COUNT];
    const vkscan_plan_params plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN};

    (void)state;
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 2, source, COUNT);
    reference_run(&plan, 0, source, COUNT, expected);
    const struct result *result = RUN_FED(source, BYTES, "scan", "-", "--type", "u32", "-o", "-");
    assert_succeeded(result);
    assert_int_equal(result->output_size, BYTES);
    assert_memory_equal(result->output, expected, BYTES);

    /* The header is written before the count is known. */
    assert_succeeded(RUN_FED(source, BYTES, "scan", "-", "--type", "u32", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_U32, expected, COUNT);
}

static void pipes_take_npy_files(void **state)
{
    static uint32_t expected[COUNT];
    const vkscan_plan_params plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN};
    size_t size;

    (void)state;
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 3, source, COUNT);
    reference_run(&plan, 0, source, COUNT, expected);
    char *file = make_npy(VKSCAN_TYPE_U32, source, COUNT, &size);
    const struct result *result = RUN_FED(file, size, "scan", "-", "-o", "-");
    assert_succeeded(result);
    write_file("b.npy", result->output, result->output_size);
    assert_npy("b.npy", VKSCAN_TYPE_U32, expected, COUNT);
    free(file);
}

static void the_name_decides_the_output_format(void **state)
{
    static const uint32_t ones[] = {1, 1, 1}, sums[] = {1, 2, 3};

    (void)state;
    write_npy("npy", VKSCAN_TYPE_I32, ones, 3); /* an input is known by its contents */
    assert_succeeded(RUN("scan", "npy", "-o", "b.npy"));
    assert_npy("b.npy", VKSCAN_TYPE_I32, sums, 3);
    assert_succeeded(RUN("scan", "npy", "-o", "b.raw"));
    assert_file("b.raw", sums, sizeof(sums));
}

/*
 * The same bytes whatever the piece, with operators whose grouping does not matter. The option is
 * "--exclusive" or NULL.
 */
static void check_pieces(vkscan_type type, vkscan_op op, const char *option)
{
    static const char *const pieces[] = {"999", "1000", "2501", "5002", "5003", "5004"};
    const char *type_name = vkscan_type_name(type), *op_name = vkscan_op_name(op);
    size_t size;

    reference_fill(type, op, REFERENCE_RANDOM, 4, source, COUNT);
    write_file("a", source, BYTES);
    assert_succeeded(
        RUN("scan", "a", SCAN, "--type", type_name, "--op", op_name, "--seed=77", "-ob", option));
    char *whole = read_file("b", &size);
    assert_int_equal(size, BYTES);
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        assert_succeeded(RUN("scan", "a", SCAN, "--type", type_name, "--op", op_name, "--seed=77",
                             "-ob", "--piece", pieces[i], option));
        assert_file("b", whole, size);
        const struct result *result =
            RUN_FED(source, BYTES, "scan", "-", SCAN, "--type", type_name, "--op", op_name,
                    "--seed=77", "-o-", "--piece", pieces[i], option);
        assert_succeeded(result);
        assert_int_equal(result->output_size, size);
        assert_memory_equal(result->output, whole, size);
    }
    free(whole);
}

static void inclusive_scans_are_the_same_in_pieces(void **state)
{
    (void)state;
    check_pieces(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, NULL);
    check_pieces(VKSCAN_TYPE_U32, VKSCAN_OP_MUL, NULL);
    check_pieces(VKSCAN_TYPE_F32, VKSCAN_OP_MAX, NULL);
}

static void exclusive_scans_are_the_same_in_pieces(void **state)
{
    (void)state;
    check_pieces(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, "--exclusive");
    check_pieces(VKSCAN_TYPE_U32, VKSCAN_OP_XOR, "--exclusive");
    check_pieces(VKSCAN_TYPE_I32, VKSCAN_OP_MIN, "--exclusive");
    check_pieces(VKSCAN_TYPE_F32, VKSCAN_OP_MAX, "--exclusive");
}

/* Each element is what precedes it combined with one more, also where a piece begins. */
static void floats_combine_in_order_across_pieces(void **state)
{
    static const float values[] = {16777216, 1, 1, 1},
                       sums[] = {16777216, 16777216, 16777216, 16777216};

    (void)state;
    write_file("a", values, sizeof(values));
    assert_succeeded(RUN("scan", "a", SCAN, "--type", "f32", "-o", "b", "--piece", "1"));
    assert_file("b", sums, sizeof(sums));
}

/* The bits of the CPU's tree; of all elements at a time. */
static void everywhere_has_the_bits_of_the_cpu(void **state)
{
    vkscan_plan_params plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                               .type = VKSCAN_TYPE_F32};
    static float expected[COUNT];
    float total;

    (void)state;
    reference_fill(plan.type, plan.op, REFERENCE_RANDOM, 3, source, COUNT);
    reference_tree(&plan, NULL, source, COUNT, expected, &total);
    write_file("a", source, BYTES);
    assert_succeeded(RUN("scan", "a", "--type", "f32", "--determinism", "everywhere", "-o", "b"));
    assert_file("b", expected, BYTES);
    const struct result *result = RUN("reduce", "a", "--type", "f32", "--determinism", "everywhere",
                                      "--algorithm", "blelloch");
    assert_succeeded(result);
    assert_true(strtof(result->output, NULL) == total);
    ASSERT_FAILS(1, "takes all elements at a time, and more than 5000 are too many", "reduce", "a",
                 "--type", "f32", "--determinism", "everywhere", "--piece", "5000");
    assert_succeeded(RUN("reduce", "a", "--type", "f32", "--determinism", "fastest"));
    assert_succeeded(RUN("reduce", "a", "--type", "f32", "--determinism", "run", REDUCE));
}

static void reductions_are_the_same_in_pieces(void **state)
{
    static const char *const pieces[] = {"700", "1", "2500", "5000"};
    char whole[64] = "";

    (void)state;
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 6, source, COUNT);
    write_npy("a.npy", VKSCAN_TYPE_U32, source, 2500);
    const struct result *result = RUN("reduce", "a.npy", "--seed", "5");
    assert_succeeded(result);
    memcpy(whole, result->output, result->output_size - 1);
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        assert_printed(RUN("reduce", "a.npy", "--seed", "5", "--piece", pieces[i]), whole);
        assert_printed(RUN_FED(source, 2500 * sizeof(source[0]), "reduce", "-", "--type", "u32",
                               "--seed", "5", "--piece", pieces[i]),
                       whole);
    }
}

static void empty_arrays_reduce_to_the_identity(void **state)
{
    char expected[64];
    uint32_t identity;

    (void)state;
    write_file("empty", "", 0);
    for (int op = 0; vkscan_op_name((vkscan_op)op); op++) {
        const char *name = vkscan_op_name((vkscan_op)op);
        reference_identity(VKSCAN_TYPE_U32, (vkscan_op)op, &identity);
        snprintf(expected, sizeof(expected), "%u", identity);
        write_npy("empty.npy", VKSCAN_TYPE_U32, NULL, 0);
        assert_printed(RUN("reduce", "empty", REDUCE, "--type", "u32", "--op", name), expected);
        assert_printed(RUN("reduce", "empty.npy", REDUCE, "--op", name), expected);
        assert_printed(RUN("reduce", "-", REDUCE, "--type", "u32", "--op", name), expected);
        assert_printed(RUN("reduce", "empty.npy", REDUCE, "--op", name, "--seed", "9"), "9");
    }
}

static void empty_arrays_scan_to_empty_arrays(void **state)
{
    (void)state;
    write_file("empty", "", 0);
    write_npy("empty.npy", VKSCAN_TYPE_F32, NULL, 0);
    assert_succeeded(RUN("scan", "empty", "--type", "f32", "-o", "b", "--seed", "1"));
    assert_file("b", "", 0);
    assert_succeeded(RUN("scan", "empty.npy", "-o", "b.npy", "--exclusive"));
    assert_npy("b.npy", VKSCAN_TYPE_F32, NULL, 0);
    assert_succeeded(RUN("scan", "-", "--type", "f32", "-o", "c.npy"));
    assert_npy("c.npy", VKSCAN_TYPE_F32, NULL, 0);
}

static void header_variations_are_understood(void **state)
{
    static const struct {
        unsigned version;
        const char *dictionary;
    } rows[] = {
        {1, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }"},
        {2, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }"},
        {3, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }"},
        {1, "{'shape':(3,),'fortran_order':False,'descr':'<u4'}"},
        {1, "{\"descr\": \"<u4\", \"fortran_order\": False, \"shape\": (3,)}"},
        {1, " {\n\t'fortran_order' : False , 'shape' : ( 3 , ) , 'descr' : '<u4' , } "},
        {1, "{'descr': '<u4', 'fortran_order': False, 'shape': (3L,), }"},
    };
    static const uint32_t data[] = {1, 2, 3};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_npy_with("a.npy", rows[i].version, rows[i].dictionary, data, sizeof(data));
        assert_printed(RUN("reduce", "a.npy"), "6");
    }
}

static void long_headers_are_understood(void **state)
{
    static const uint32_t data[] = {1, 2, 3};
    static char dictionary[60001];

    (void)state;
    memset(dictionary, ' ', sizeof(dictionary) - 1);
    memcpy(dictionary, "{'descr': '<u4', 'fortran_order': False, 'shape':", 49);
    memcpy(dictionary + sizeof(dictionary) - 7, "(3,)}", 5);
    write_npy_with("a.npy", 1, dictionary, data, sizeof(data));
    assert_printed(RUN("reduce", "a.npy"), "6");
}

static void output_may_replace_the_input(void **state)
{
    static const uint32_t ones[] = {1, 1, 1}, sums[] = {1, 2, 3};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, ones, 3);
    assert_succeeded(RUN("scan", "a.npy", "-o", "a.npy", "--piece", "2"));
    assert_npy("a.npy", VKSCAN_TYPE_U32, sums, 3);
    assert_int_equal(count_files(), 1);
}

static void links_stay_links(void **state)
{
    static const uint32_t ones[] = {1, 1, 1}, sums[] = {1, 2, 3};
    struct stat link;

    (void)state;
    assert_int_equal(mkdir("elsewhere", 0777), 0);
    write_file("elsewhere/target.npy", "old", 3);
    assert_int_equal(symlink("elsewhere/target.npy", "link.npy"), 0);
    write_npy("a.npy", VKSCAN_TYPE_U32, ones, 3);
    assert_succeeded(RUN("scan", "a.npy", "-o", "link.npy"));
    assert_int_equal(lstat("link.npy", &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    assert_npy("elsewhere/target.npy", VKSCAN_TYPE_U32, sums, 3);
}

static void assert_mode(const char *name, mode_t mode)
{
    struct stat file;

    assert_int_equal(stat(name, &file), 0);
    assert_int_equal(file.st_mode & 0777, mode);
}

static void file_modes_are_kept(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, NULL, 0);
    write_file("old", "old", 3);
    assert_int_equal(chmod("old", 0640), 0);
    assert_succeeded(RUN("scan", "a.npy", "-o", "old"));
    assert_mode("old", 0640);
    const mode_t mask = umask(027);
    assert_succeeded(RUN("scan", "a.npy", "-o", "new"));
    umask(mask);
    assert_mode("new", 0640);
}

static void special_files_are_written_to(void **state)
{
    static const uint32_t ones[] = {1, 1, 1}, sums[] = {1, 2, 3};
    uint32_t got[4];
    int input;

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, ones, 3);
    assert_succeeded(RUN("scan", "a.npy", "-o", "/dev/null"));
    assert_int_equal(mkfifo("fifo", 0666), 0);
    const pid_t child = program_start(&input, ARGUMENTS("scan", "a.npy", "-o", "fifo"));
    const int fifo = open("fifo", O_RDONLY);
    assert_int_equal(read(fifo, got, sizeof(got)), sizeof(sums));
    assert_memory_equal(got, sums, sizeof(sums));
    close(fifo);
    close(input);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void options_may_be_written_in_any_way(void **state)
{
    static const uint32_t data[] = {3, 5, 4};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    write_npy("-a.npy", VKSCAN_TYPE_U32, data, 3);
    assert_printed(RUN("reduce", "a.npy", "--op", "max"), "5");
    assert_printed(RUN("reduce", "a.npy", "--op=max"), "5");
    assert_printed(RUN("reduce", "--op", "max", "a.npy"), "5");
    assert_printed(RUN("--op=max", "reduce", "a.npy"), "5");
    assert_printed(RUN("reduce", "--op", "max", "--", "-a.npy"), "5");
    assert_printed(RUN("reduce", "a.npy", "--op", "min", "--op", "max"), "5");
    assert_printed(RUN("reduce", "a.npy", "--device", "0", "--type", "u32"), "12");
    assert_succeeded(RUN("scan", "a.npy", "-ob"));
    assert_succeeded(RUN("scan", "a.npy", "--output", "c"));
    assert_succeeded(RUN("scan", "-o", "d", "a.npy"));
    size_t size;
    char *expected = read_file("b", &size);
    assert_file("c", expected, size);
    assert_file("d", expected, size);
    free(expected);
}

static void help_and_version_are_printed(void **state)
{
    char version[64];

    (void)state;
    snprintf(version, sizeof(version), "vkscan %d.%d.%d", VKSCAN_VERSION_MAJOR,
             VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH);
    assert_printed(RUN("--version"), version);
    assert_succeeded(RUN("--help"));
    const struct result *help = RUN("reduce", "--help");
    assert_succeeded(help);
    for (int i = 0; vkscan_op_name((vkscan_op)i); i++)
        assert_non_null(strstr(help->output, vkscan_op_name((vkscan_op)i)));
}

static void any_policies_give_the_same(void **state)
{
    static const char *const texts[] = {
        "spin-limit=9", "subgroup=128x1 lookback=128x1x1@0..2000 lookahead=128x1@never",
        "lookback=128x2x9@5000..5004 multiprocessors=2 spin-limit=1"};
    size_t size;

    (void)state;
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 7, source, COUNT);
    write_npy("a.npy", VKSCAN_TYPE_U32, source, COUNT);
    assert_succeeded(RUN("scan", "a.npy", "-o", "expected"));
    char *expected = read_file("expected", &size);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_succeeded(RUN("scan", "a.npy", "-o", "b", "--tuning", texts[i]));
        assert_file("b", expected, size);
    }
    free(expected);
}

static void devices_tells_what_can_run(void **state)
{
    (void)state;
    const struct result *devices = RUN("devices");
    assert_succeeded(devices);
    assert_int_equal(devices->output[0], '0');
    for (int i = 1; vkscan_type_name((vkscan_type)i); i++)
        assert_non_null(strstr(devices->output, vkscan_type_name((vkscan_type)i)));
    for (int i = 0; i <= VKSCAN_PRIMITIVE_SORT; i++)
        assert_non_null(strstr(devices->output, vkscan_primitive_name((vkscan_primitive)i)));
    assert_null(strstr(devices->output, "histogram")); /* which has no command */
    if (strstr(devices->output, "llvmpipe"))           /* which has all of them */
        assert_non_null(strstr(devices->output, "   capabilities  subgroup operations, subgroup "
                                                "size control, 64-bit atomics, buffer device "
                                                "addresses, push descriptors, pipeline cache "
                                                "control\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROGRAM_TEST(reduces_every_type_and_operator),
        PROGRAM_TEST(scans_every_type_and_operator),
        PROGRAM_TEST(scans_exclusively_every_type_and_operator),
        PROGRAM_TEST(every_algorithm_agrees),
        PROGRAM_TEST(seeds_come_first),
        PROGRAM_TEST(scans_start_with_the_seed),
        PROGRAM_TEST(floats_are_printed_exactly),
        PROGRAM_TEST(results_may_have_another_type),
        PROGRAM_TEST(scans_may_begin_at_the_end),
        PROGRAM_TEST(vectors_are_rows),
        PROGRAM_TEST(pipes_take_raw_data),
        PROGRAM_TEST(pipes_take_npy_files),
        PROGRAM_TEST(the_name_decides_the_output_format),
        PROGRAM_TEST(inclusive_scans_are_the_same_in_pieces),
        PROGRAM_TEST(exclusive_scans_are_the_same_in_pieces),
        PROGRAM_TEST(floats_combine_in_order_across_pieces),
        PROGRAM_TEST(everywhere_has_the_bits_of_the_cpu),
        PROGRAM_TEST(reductions_are_the_same_in_pieces),
        PROGRAM_TEST(empty_arrays_reduce_to_the_identity),
        PROGRAM_TEST(empty_arrays_scan_to_empty_arrays),
        PROGRAM_TEST(header_variations_are_understood),
        PROGRAM_TEST(long_headers_are_understood),
        PROGRAM_TEST(output_may_replace_the_input),
        PROGRAM_TEST(links_stay_links),
        PROGRAM_TEST(file_modes_are_kept),
        PROGRAM_TEST(special_files_are_written_to),
        PROGRAM_TEST(options_may_be_written_in_any_way),
        PROGRAM_TEST(help_and_version_are_printed),
        PROGRAM_TEST(any_policies_give_the_same),
        PROGRAM_TEST(devices_tells_what_can_run),
    };

    return PROGRAM_MAIN("VKSCAN_PROGRAM", tests);
}
