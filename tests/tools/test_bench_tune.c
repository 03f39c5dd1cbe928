/* SPDX-License-Identifier: MIT */
/* vkscan-bench --tune: the row that it prints is one for --tuning, and what it refuses. */
#include "bench_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

#define ROW_SIZE 1024

static const uint32_t data[] = {1, 2, 3, 4};

/* The row, which is the whole output. */
static void take_row(const struct result *result, char row[ROW_SIZE])
{
    assert_succeeded(result);
    char *text = result->output;
    snprintf(row, ROW_SIZE, "%s", take_line(&text));
    assert_string_equal(text, "");
}

/* Whether what is behind the @ of a shape can be, with the sizes 256, 600 and 1000. */
static void assert_range(const char *shape)
{
    static const char *const ranges[] = {"256",       "256..600", "256..1000", "600",
                                         "600..1000", "1000",     "never"};
    unsigned size, items, workgroups;
    char range[16];
    size_t i = 0;

    assert_int_equal(sscanf(shape, "%ux%ux%u@%15s", &size, &items, &workgroups, range), 4);
    while (i < COUNT_OF(ranges) && strcmp(range, ranges[i]) != 0)
        i++;
    if (i == COUNT_OF(ranges))
        fail_msg("%s", shape);
}

static void the_row_is_of_the_automatic_algorithms(void **state)
{
    static const char *const layouts[] = {"lookback=", "lookahead=", "single="};
    char row[ROW_SIZE];

    (void)state;
    take_row(RUN("--tune", "--sizes", "1000,600,2^8", "--repeat", "1"), row);
    assert_int_equal(strncmp(row, "tile=", 5), 0);
    assert_non_null(strstr(row, " looks="));
    assert_null(strstr(row, "block="));
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        const char *at = strstr(row, layouts[i]);
        assert_non_null(at);
        for (; at; at = strstr(at + 1, layouts[i]))
            assert_range(at + strlen(layouts[i]));
    }
}

/* As text that both programs take, with the results that any row gives. */
static void the_row_can_be_used(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {512}, {"auto"}};
    char row[ROW_SIZE], again[ROW_SIZE];

    (void)state;
    take_row(RUN("--tune", "--sizes", "2^9", "--repeat", "1"), row);
    const struct result *result = RUN_REDUCE("--sizes", "2^9", "--tuning", row);
    assert_succeeded(result);
    assert_tables(result->output, &table, 1);
    take_row(RUN("--tune", "--sizes", "1", "--repeat", "1", "--tuning", row), again);
    write_file("data", data, sizeof(data));
    use_program("VKSCAN_PROGRAM");
    assert_printed(RUN("reduce", "data", "--type", "u32", "--tuning", row), "10");
}

/* A count too small to tell shapes apart leaves those that were given. What is given of layouts
 * that are not tuned stays. */
static void the_row_given_is_where_it_begins(void **state)
{
    static const char shapes[] = "tile=128x3 lookback=128x5x7@";
    char row[ROW_SIZE];

    (void)state;
    take_row(RUN("--tune", "--sizes", "1", "--repeat", "1", "--tuning",
                 "lookback=128x5x7 tile=128x3 looks=77 coarse=512x4"),
             row);
    assert_int_equal(strncmp(row, shapes, strlen(shapes)), 0);
    assert_non_null(strstr(row, " coarse=512x4 "));
    assert_null(strstr(row, "block="));
    assert_non_null(strstr(row, " looks=77"));
}

static void other_options_are_refused(void **state)
{
    static const char *const others[][2] = {
        {"--primitive", "reduce"}, {"--algorithm", "auto"}, {"--type", "u32"},
        {"--op", "add"},           {"--json", "a.json"},    {"--csv", "a.csv"},
        {"--plot", "a.svg"},       {"--compare", "a.json"}, {"--tolerance", "5"},
        {"--peer", "cub"},         {"--processors", "4"},
    };
    char word[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        snprintf(word, sizeof(word), "--tune takes no %s; it goes with --sizes", others[i][0]);
        ASSERT_FAILS(MISUSED, word, "--tune", others[i][0], others[i][1]);
    }
    ASSERT_FAILS(MISUSED, "--tune takes no --metrics", "--metrics", "--tune");
    ASSERT_FAILS(MISUSED, "tuning 'tile=3x3' has workgroups of 3", "--tune", "--tuning",
                 "tile=3x3");
    ASSERT_FAILS(MISUSED, "--tune takes no value", "--tune=all");
    ASSERT_FAILS(FAILED, "too many elements", "--tune", "--sizes", "2^60");
}

static void help_tells_how(void **state)
{
    (void)state;
    const struct result *result = RUN("--help");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\n      --tune "));
    assert_non_null(strstr(result->output, "\n      --tuning ROW "));
    assert_non_null(strstr(result->output, "at the largest of the SIZES"));
    use_program("VKSCAN_PROGRAM");
    result = RUN("reduce", "--help");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\n      --tuning ROW "));
}

int main(void)
{
    const struct CMUnitTest bench_tune[] = {
        PROGRAM_TEST(the_row_is_of_the_automatic_algorithms),
        PROGRAM_TEST(the_row_can_be_used),
        PROGRAM_TEST(the_row_given_is_where_it_begins),
        PROGRAM_TEST(other_options_are_refused),
        PROGRAM_TEST(help_tells_how),
    };
    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_tune);
}
