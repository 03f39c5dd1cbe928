/* SPDX-License-Identifier: MIT */
/* The program vkscan, given operators of files, and those that give value and index. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 3000

static uint32_t source[COUNT];

static const char *path_of(const char *name)
{
    static char path[4096];

    snprintf(path, sizeof(path), "%s/%s", getenv("VKSCAN_OPERATORS"), name);
    return path;
}

static int write_source(void **state)
{
    for (uint32_t i = 0; i < COUNT; i++)
        source[i] = (i * 2654435761u) >> 4;
    source[1234] = source[2345] = 0x7fffffff;
    const int status = program_setup(state);
    write_file("a", source, sizeof(source));
    return status;
}

static void finds_value_and_index(void **state)
{
    (void)state;
    assert_printed(RUN("reduce", "a", "--type", "u32", "--op", "argmax"), "(2147483647, 1234)");
    assert_printed(RUN("reduce", "a", "--type", "i32", "--op", "argmin"), "(0, 0)");
    /* A NaN comes before all others. */
    assert_printed(RUN("reduce", "a", "--type", "f32", "--op", "argmin"), "(nan, 1234)");
    ASSERT_FAILS(2, "no argmax of u64; it is of u32, i32 and f32", "reduce", "a", "--type", "u64",
                 "--op", "argmax");
}

static uint32_t compose(uint32_t left, uint32_t right)
{
    return left % 2 == 1 ? left + right - 1 : left - right + 1;
}

static void reduces_and_scans_by_an_operator_of_a_file(void **state)
{
    uint32_t results[COUNT], total = 1;
    char line[64];

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        results[i] = total = compose(total, source[i]);
    snprintf(line, sizeof(line), "%u", total);
    assert_printed(RUN("reduce", "a", "--op-file", path_of("dihedral.glsl")), line);
    assert_succeeded(RUN("scan", "a", "-o", "b", "--op-file", path_of("dihedral.glsl")));
    assert_file("b", results, sizeof(results));
}

/* A source of 16 bytes, an element of 4. */
static void sizes_of_source_and_result_may_differ(void **state)
{
    uint32_t total = 0;
    char line[64];

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        total += (source[i] & 1) + (i % 20 == 0 ? 3 : 0);
    snprintf(line, sizeof(line), "%u", total);
    assert_printed(RUN("reduce", "a", "--op-file", path_of("tally.glsl")), line);
    ASSERT_FAILS(2, "elements of 4 bytes, and operator tally takes 16", "reduce", "a", "--type",
                 "u32", "--op-file", path_of("tally.glsl"));
    ASSERT_FAILS(1, "takes all elements at a time, and more than 100 are too many", "reduce", "a",
                 "--piece", "100", "--op-file", path_of("tally.glsl"));
}

/* Two arrays, of 8 and 12 bytes an element. */
static void two_sources_are_one_reduction(void **state)
{
    const uint32_t count = COUNT / 3, *second = source;
    uint32_t a = 1, b = 0;
    char line[64];

    (void)state;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *t = second + 3 * i, *s = source + 2 * i, factor = s[0] ^ t[2];
        b = factor * b + s[1] + t[0] * t[1] + i;
        a *= factor;
    }
    snprintf(line, sizeof(line), "(%u, %u)", a, b);
    write_file("b", source, count * 2 * sizeof(uint32_t));
    assert_printed(RUN("reduce", "b", "--with", "a", "--op-file", path_of("weave.glsl")), line);
    ASSERT_FAILS(2, "a has 1000 elements, and a 1500 in one piece", "reduce", "a", "--with", "a",
                 "--op-file", path_of("weave.glsl"));
    ASSERT_FAILS(2, "operator weave takes a second source: --with FILE", "reduce", "b", "--op-file",
                 path_of("weave.glsl"));
    ASSERT_FAILS(2, "operator tally takes no second source, which --with gives", "reduce", "a",
                 "--with", "b", "--op-file", path_of("tally.glsl"));
    ASSERT_FAILS(2, "--with is for operators of --op-file", "reduce", "a", "--with", "b");
}

static void what_is_no_operator_is_refused(void **state)
{
    static const char wrong[] = "#define ELEMENT uint\n#define ELEMENT_WORDS 1\n"
                                "uint identity() { return 0; }\n";

    (void)state;
    write_file("wrong.glsl", wrong, sizeof(wrong) - 1);
    const struct result *result = RUN("reduce", "a", "--op-file", "wrong.glsl");
    assert_int_equal(result->status, 1);
    assert_string_equal(result->error,
                        "vkscan: wrong.glsl: has no function combine: define uint combine(uint "
                        "left, uint right)\n");
    result = RUN("check-op", "missing.glsl");
    assert_int_equal(result->status, 1);
    assert_string_equal(result->error,
                        "vkscan: cannot read missing.glsl: No such file or directory\n");
    result = RUN("reduce", "a", "--op", "add", "--op-file", path_of("tally.glsl"));
    assert_int_equal(result->status, 2);
    assert_string_equal(result->error, "vkscan: --op-file is in the place of --op\n");
}

/* Of two words, and a seed of three, i32, u32 and u32. */
static void selects_by_a_predicate_of_a_file(void **state)
{
    static const char limits[] = "100000000,5,77777777";
    uint32_t expected[COUNT], positions[COUNT / 2];
    uint32_t kept = 0;
    char line[64];

    (void)state;
    for (uint32_t i = 0; i < COUNT / 2; i++) {
        const uint32_t *e = source + 2 * i;
        if (i % 5 == 0 || (int32_t)e[1] < 100000000 || e[0] - 5 < 77777777 ||
            e[0] + e[1] - 5 < 77777777) {
            memcpy(expected + 2 * kept, e, 2 * sizeof(*e));
            positions[kept++] = i;
        }
    }
    assert_in_range(kept, 100, COUNT / 2 - 100);
    snprintf(line, sizeof(line), "%u", kept);
    assert_printed(
        RUN("select", "a", "-o", "b", "--where-file", path_of("within.glsl"), "--seed", limits),
        line);
    assert_file("b", expected, 2 * kept * sizeof(*expected));
    assert_printed(RUN("select", "a", "-o", "b", "--where-file", path_of("within.glsl"), "--seed",
                       limits, "--indices"),
                   line);
    assert_file("b", positions, kept * sizeof(*positions));
}

/* keep() tells which. */
static void a_predicate_tells_three_ways_apart(void **state)
{
    static uint32_t quads[4 * COUNT], positions[COUNT];
    uint32_t numbers[3] = {0}, stored = 0;
    char lines[64];

    (void)state;
    for (uint32_t i = 0; i < 4 * COUNT; i++)
        quads[i] = 2654435761u * (i + 1);
    for (uint32_t way = 1; way <= 3; way++) /* the rest is the last one */
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t bits = quads[4 * i + (7 + i) % 4] >> 30;
            if ((bits > 2 ? 2 : bits) != way % 3)
                continue;
            positions[stored++] = i;
            numbers[way - 1]++;
        }
    write_file("quads", quads, sizeof(quads));
    snprintf(lines, sizeof(lines), "%u\n%u", numbers[0], numbers[1]);
    assert_printed(RUN("select", "quads", "-o", "b", "--where-file", path_of("pick.glsl"), "--seed",
                       "7", "--three-ways", "--indices"),
                   lines);
    assert_file("b", positions, COUNT * sizeof(*positions));
}

static void what_is_no_predicate_is_refused(void **state)
{
    static const char keeps_nothing[] = "#define PREDICATE\n#define ELEMENT uint\n"
                                        "#define ELEMENT_WORDS 1\n";
    static const char not_said[] = "#define ELEMENT uint\n#define ELEMENT_WORDS 1\n"
                                   "bool keep(uint element, uint index) { return true; }\n";

    (void)state;
    write_file("wrong.glsl", keeps_nothing, sizeof(keeps_nothing) - 1);
#define SELECT(file) "select", "a", "-o", "b", "--where-file", file
    ASSERT_FAILS(1, "wrong.glsl: has no function keep: define bool keep(uint element, uint index)",
                 SELECT("wrong.glsl"));
    ASSERT_FAILS(2, "tally.glsl is an operator, which reduce and scan take by --op-file",
                 SELECT(path_of("tally.glsl")));
    ASSERT_FAILS(2, "odd.glsl is a predicate, which select takes by --where-file", "reduce", "a",
                 "--op-file", path_of("odd.glsl"));
    ASSERT_FAILS(1, "odd.glsl: is a predicate: what is checked", "check-op", path_of("odd.glsl"));
    ASSERT_FAILS(2, "predicate odd takes no seed", SELECT(path_of("odd.glsl")), "--seed", "1");
    write_file("wrong.glsl", "\xff\xfe", 2);
    ASSERT_FAILS(1, "wrong.glsl: is no text in UTF-8", SELECT("wrong.glsl"));
    write_file("wrong.glsl", not_said, sizeof(not_said) - 1);
    ASSERT_FAILS(1, "has keep() and no #define PREDICATE", SELECT("wrong.glsl"));
    ASSERT_FAILS(2, "predicate within takes a seed: --seed VALUE", SELECT(path_of("within.glsl")));
    ASSERT_FAILS(2, "seed '1,2' is no u32x3", SELECT(path_of("within.glsl")), "--seed", "1,2");
    ASSERT_FAILS(2, "elements of 2 bytes, and predicate odd takes 4", SELECT(path_of("odd.glsl")),
                 "--type", "u16");
    ASSERT_FAILS(1, "predicate odd takes all elements at a time, and a piece has 100 here",
                 SELECT(path_of("odd.glsl")), "--piece", "100");
#undef SELECT
}

static void check(const char *name, const char *text, int status, const char *part)
{
    write_file(name, text, strlen(text));
    const struct result *result = RUN("check-op", name);
    assert_int_equal(result->status, status);
    assert_string_equal(result->error, "");
    if (!strstr(result->output, part))
        fail_msg("it prints %s", result->output);
}

#define FLOAT "#define ELEMENT float\n#define ELEMENT_WORDS 1\n"
#define ZERO "float identity() { return 0; }\n"

static void check_op_finds_counter_examples(void **state)
{
    (void)state;
    check("mean.glsl",
          FLOAT ZERO "float combine(float left, float right)\n"
                     "{ return left == 0 ? right : (left + right) / 2; }\n",
          1, "mean.glsl: the identity changes an element\n  a = ");
    check("skewed.glsl",
          FLOAT ZERO "float combine(float left, float right)\n"
                     "{ return left == 0 ? right : right == 0 ? left :\n"
                     "  left / 2 + right; }\n",
          1, "skewed.glsl: combine is not associative\n  a = ");
    check("first.glsl",
          "#define COMMUTATIVE\n#define ELEMENT uint\n#define ELEMENT_WORDS 1\n"
          "uint identity() { return 0; }\n"
          "uint combine(uint left, uint right)\n"
          "{ return left == 0 ? right : left; }\n",
          1, "first.glsl: combine is not commutative\n  a = ");
    check("sum.glsl",
          FLOAT ZERO "float combine(float left, float right)\n"
                     "{ return left + right; }\n",
          0, "sum.glsl: no counter-example in 65536 triples: associative, and the identity");
    const struct result *result = RUN("check-op", "sum.glsl", "--tolerance", "0");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->output, "combine is not associative"));
    result = RUN("check-op", "sum.glsl", "--tolerance", "2");
    assert_int_equal(result->status, 2);
    assert_string_equal(result->error, "vkscan: bad tolerance '2'; 0 or more, below 1\n");
}

static void check_op_passes_the_tests_operators(void **state)
{
    static const char *const names[] = {"affine.glsl", "dihedral.glsl", "heisenberg.glsl",
                                        "matrix.glsl", "spread.glsl",   "tally.glsl",
                                        "weave.glsl"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_succeeded(RUN("check-op", path_of(names[i])));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, write_source, program_teardown)
    const struct CMUnitTest vkscan_operators[] = {
        TEST(finds_value_and_index),
        TEST(reduces_and_scans_by_an_operator_of_a_file),
        TEST(sizes_of_source_and_result_may_differ),
        TEST(two_sources_are_one_reduction),
        TEST(what_is_no_operator_is_refused),
        TEST(selects_by_a_predicate_of_a_file),
        TEST(a_predicate_tells_three_ways_apart),
        TEST(what_is_no_predicate_is_refused),
        TEST(check_op_finds_counter_examples),
        TEST(check_op_passes_the_tests_operators),
    };
    return PROGRAM_MAIN("VKSCAN_PROGRAM", vkscan_operators);
}
