/* SPDX-License-Identifier: MIT */
/* The commands select and unique of the program vkscan. */
#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "npy_files.h"
#include "reference_select.h"

#define COUNT 3001

static uint32_t values[4 * COUNT], flags[COUNT], indices[COUNT];
static uint8_t bytes[COUNT];
static char kept[sizeof(values)];

/* Runs of equal values, and flags of which a third is set. */
static int write_sources(void **state)
{
    const int status = program_setup(state);
    uint32_t random = 1;

    for (uint32_t i = 0; i < 4 * COUNT; i++) {
        random = random * 1664525 + 1013904223;
        values[i] = random >> 30 == 0 && i > 0 ? values[i - 1] : random >> 20;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        flags[i] = random >> 8 & (0 - (uint32_t)(random % 3 == 0));
        bytes[i] = (uint8_t)(flags[i] >> 4);
    }
    write_file("values", values, COUNT * sizeof(uint32_t));
    write_npy("words.npy", VKSCAN_TYPE_U32, flags, COUNT);
    write_npy("bytes.npy", VKSCAN_TYPE_U8, bytes, COUNT);
    return status;
}

/* What the output holds, of elements or indices; returns the number of those kept. */
static uint64_t select_values(struct reference_selection selection)
{
    const size_t size = vkscan_type_size(selection.type);

    selection.source = values;
    const uint64_t number = reference_select(&selection, COUNT, indices);
    const bool all = selection.primitive == VKSCAN_PRIMITIVE_PARTITION;
    for (size_t i = 0; i < (all ? COUNT : number); i++)
        memcpy(kept + i * size, (const char *)values + indices[i] * size, size);
    return number;
}

/* The number is alone on a line. */
static void assert_number(const struct result *result, uint64_t number)
{
    char line[32];

    snprintf(line, sizeof(line), "%" PRIu64 "\n", number);
    assert_succeeded(result);
    assert_string_equal(result->output, line);
}

static void selects_where_flags_are_set(void **state)
{
    (void)state;
    uint64_t number =
        select_values((struct reference_selection){.primitive = VKSCAN_PRIMITIVE_SELECT,
                                                   .type = VKSCAN_TYPE_U32,
                                                   .criterion = VKSCAN_CRITERION_FLAG_WORDS,
                                                   .flags = flags});
    assert_number(RUN("select", "values", "--type", "u32", "--flags", "words.npy", "-o", "out"),
                  number);
    assert_file("out", kept, number * sizeof(uint32_t));
    number = select_values((struct reference_selection){.primitive = VKSCAN_PRIMITIVE_PARTITION,
                                                        .type = VKSCAN_TYPE_U32,
                                                        .criterion = VKSCAN_CRITERION_FLAG_BYTES,
                                                        .flags = bytes});
    assert_number(RUN("select", "values", "--type", "u32", "--flags", "bytes.npy", "-o", "out.npy",
                      "--partition"),
                  number);
    assert_npy("out.npy", VKSCAN_TYPE_U32, kept, COUNT);
}

static void selects_by_every_comparison(void **state)
{
    static const char *const names[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    const int16_t seed = -3;
    char where[16];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(where, sizeof(where), "%s:%d", names[i], seed);
        ((int16_t *)values)[77] = seed;
        write_file("narrow", values, COUNT * sizeof(seed));
        const uint64_t number = select_values(
            (struct reference_selection){.primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .type = VKSCAN_TYPE_I16,
                                         .criterion = (vkscan_criterion)(VKSCAN_CRITERION_LESS + i),
                                         .seed = &seed});
        assert_number(RUN("select", "narrow", "--type", "i16", "--where", where, "-o", "out"),
                      number);
        assert_file("out", kept, number * sizeof(seed));
    }
}

/* A NaN compares with nothing. */
static void nan_is_unlike_everything(void **state)
{
    const uint32_t floats[] = {0x7fc00000, 0x3f800000, 0, 0x80000000};

    (void)state;
    write_file("floats", floats, sizeof(floats));
    assert_number(RUN("select", "floats", "--type", "f32", "--where", "eq:nan", "-o", "out"), 0);
    assert_file("out", "", 0);
    assert_number(RUN("select", "floats", "--type", "f32", "--where", "ne:nan", "-o", "out"), 4);
    assert_number(RUN("select", "floats", "--type", "f32", "--where", "eq:-0", "-o", "out"), 2);
    assert_file("out", floats + 2, 8);
}

static void tells_positions_in_pieces_too(void **state)
{
    const uint32_t seed = 2000;

    (void)state;
    uint64_t number =
        select_values((struct reference_selection){.primitive = VKSCAN_PRIMITIVE_PARTITION,
                                                   .type = VKSCAN_TYPE_U32,
                                                   .criterion = VKSCAN_CRITERION_LESS,
                                                   .seed = &seed});
    assert_number(RUN("select", "values", "--type", "u32", "--where", "lt:2000", "--partition",
                      "--indices", "--piece", "700", "-o", "out"),
                  number);
    assert_file("out", indices, sizeof(indices));
    number = select_values((struct reference_selection){.primitive = VKSCAN_PRIMITIVE_SELECT,
                                                        .type = VKSCAN_TYPE_U32,
                                                        .criterion = VKSCAN_CRITERION_FLAG_WORDS,
                                                        .flags = flags});
    assert_number(RUN("select", "values", "--type", "u32", "--flags", "words.npy", "--piece", "64",
                      "-o", "out"),
                  number);
    assert_file("out", kept, number * sizeof(uint32_t));
}

/* A number for each group, each on a line. */
static void assert_numbers(const struct result *result, struct reference_selection selection)
{
    char lines[64];

    selection.source = values;
    const uint64_t first = reference_select_group(&selection, COUNT, 1, indices);
    const uint64_t second = reference_select_group(&selection, COUNT, 2, indices);
    snprintf(lines, sizeof(lines), "%" PRIu64 "\n%" PRIu64 "\n", first, second);
    assert_succeeded(result);
    assert_string_equal(result->output, lines);
    select_values(selection);
}

static void goes_three_ways(void **state)
{
    static const uint32_t seeds[] = {1000, 3000};
    struct reference_selection selection = {.primitive = VKSCAN_PRIMITIVE_PARTITION,
                                            .type = VKSCAN_TYPE_U32,
                                            .criterion = VKSCAN_CRITERION_LESS,
                                            .second_criterion = VKSCAN_CRITERION_GREATER_EQUAL,
                                            .seed = seeds,
                                            .three_ways = true};

    (void)state;
    assert_numbers(RUN("select", "values", "--type", "u32", "--where", "lt:1000", "--else-where",
                       "ge:3000", "-o", "out"),
                   selection);
    assert_file("out", kept, sizeof(indices));
    assert_numbers(RUN("select", "values", "--type", "u32", "--where", "lt:1000", "--else-where",
                       "ge:3000", "--indices", "--piece", "700", "-o", "out"),
                   selection);
    assert_file("out", indices, sizeof(indices));
    for (uint32_t i = 0; i < COUNT; i++)
        bytes[i] = (uint8_t)(values[i] % 5);
    write_npy("groups.npy", VKSCAN_TYPE_U8, bytes, COUNT);
    selection.criterion = VKSCAN_CRITERION_FLAG_BYTES;
    selection.flags = bytes;
    assert_numbers(RUN("select", "values", "--type", "u32", "--flags", "groups.npy", "--three-ways",
                       "-o", "out"),
                   selection);
    assert_file("out", kept, sizeof(indices));
}

/* Also where neighbours are in two pieces. */
static void unique_keeps_the_first_of_equal_ones(void **state)
{
    (void)state;
    uint64_t number = select_values((struct reference_selection){
        .primitive = VKSCAN_PRIMITIVE_UNIQUE, .type = VKSCAN_TYPE_U32});
    assert_true(number < COUNT);
    assert_number(RUN("unique", "values", "--type", "u32", "-o", "out"), number);
    assert_file("out", kept, number * sizeof(uint32_t));
    assert_number(RUN("unique", "values", "--type", "u32", "-o", "out", "--piece", "3"), number);
    assert_file("out", kept, number * sizeof(uint32_t));
    assert_number(
        RUN("unique", "values", "--type", "u32", "-o", "out", "--indices", "--piece", "1000"),
        number);
    assert_file("out", indices, number * sizeof(uint32_t));
}

/* The number is then on standard error. */
static void takes_pipes_and_nothing(void **state)
{
    char line[32];

    (void)state;
    const uint64_t number = select_values((struct reference_selection){
        .primitive = VKSCAN_PRIMITIVE_UNIQUE, .type = VKSCAN_TYPE_F32X4});
    const struct result *result =
        RUN_FED(values, COUNT * 16, "unique", "-", "--type", "f32x4", "-o", "-");
    assert_int_equal(result->status, 0);
    assert_int_equal(result->output_size, number * 16);
    assert_memory_equal(result->output, kept, result->output_size);
    snprintf(line, sizeof(line), "%" PRIu64 "\n", number);
    assert_string_equal(result->error, line);
    assert_number(RUN("unique", "-", "--type", "u8", "-o", "empty"), 0);
    assert_file("empty", "", 0);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    write_npy("floats.npy", VKSCAN_TYPE_F32, values, COUNT);
    write_npy("few.npy", VKSCAN_TYPE_U8, bytes, 10);
    write_file("pairs", values, 2 * COUNT * sizeof(uint32_t));
#define SELECT "select", "values", "--type", "u32", "-o", "out"
    ASSERT_FAILS(2, "select needs a FILE", "select");
    ASSERT_FAILS(2, "unique needs -o FILE", "unique", "values", "--type", "u32");
    ASSERT_FAILS(2, "or by --where-file FILE.glsl, and none was given", SELECT);
    ASSERT_FAILS(2, "not by several", SELECT, "--flags", "words.npy", "--where", "gt:1");
    ASSERT_FAILS(2, "bad comparison 'above:1' for --where; lt, le", SELECT, "--where", "above:1");
    ASSERT_FAILS(2, "bad value 'x' for --where", SELECT, "--where", "gt:x");
    ASSERT_FAILS(2, "bad value 'x' for --else-where", SELECT, "--where", "gt:1", "--else-where",
                 "gt:x");
    ASSERT_FAILS(2, "--else-where is behind --where", SELECT, "--flags", "words.npy",
                 "--else-where", "gt:1");
    ASSERT_FAILS(2, "needs --else-where COMPARISON:VALUE too", SELECT, "--where", "gt:1",
                 "--three-ways");
    ASSERT_FAILS(2, "bad value '-1' for --where", SELECT, "--where", "gt:-1");
    ASSERT_FAILS(1, "floats.npy has flags of type f32; u8 or u32", SELECT, "--flags", "floats.npy");
    ASSERT_FAILS(1, "values has 3001 values, and few.npy 10 flags", SELECT, "--flags", "few.npy");
    ASSERT_FAILS(1, "values is raw data; a .npy file is needed", SELECT, "--flags", "values");
    ASSERT_FAILS(2, "--partition is of two ways", SELECT, "--flags", "words.npy", "--three-ways",
                 "--partition");
    ASSERT_FAILS(2, "cannot both come from standard input", "select", "-", "--type", "u32", "-o",
                 "out", "--flags", "-");
    ASSERT_FAILS(2, "type u32x2 has no criterion less", "select", "pairs", "--type", "u32x2", "-o",
                 "out", "--where", "lt:1,2");
    ASSERT_FAILS(2, "unique has no option --where", "unique", "values", "--type", "u32", "-o",
                 "out", "--where", "gt:1");
    ASSERT_FAILS(2, "--seed is for predicates of --where-file", SELECT, "--where", "gt:1", "--seed",
                 "1");
    ASSERT_FAILS(2, "not by several", SELECT, "--where-file", "a.glsl", "--where", "gt:1");
    ASSERT_FAILS(2, "does not compute select", SELECT, "--where", "gt:1", "--algorithm", "single");
#undef SELECT
}

#define SELECT_TEST(f) cmocka_unit_test_setup_teardown(f, write_sources, program_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SELECT_TEST(selects_where_flags_are_set),
        SELECT_TEST(selects_by_every_comparison),
        SELECT_TEST(nan_is_unlike_everything),
        SELECT_TEST(tells_positions_in_pieces_too),
        SELECT_TEST(goes_three_ways),
        SELECT_TEST(unique_keeps_the_first_of_equal_ones),
        SELECT_TEST(takes_pipes_and_nothing),
        SELECT_TEST(says_what_is_wrong),
    };
    return PROGRAM_MAIN("VKSCAN_PROGRAM", tests);
}
