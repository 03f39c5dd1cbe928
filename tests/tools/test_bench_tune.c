/* SPDX-License-Identifier: MIT */
/* vkscan-bench --tune: what it prints is for --tuning, and what it refuses. */
#include "bench_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

#define TEXT_SIZE 8192

static const uint32_t data[] = {1, 2, 3, 4};

/* The line that is the whole output. */
static void take_text(const struct result *result, char line[TEXT_SIZE])
{
    assert_succeeded(result);
    char *text = result->output;
    snprintf(line, TEXT_SIZE, "%s", take_line(&text));
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

static void assert_policies(const char *text)
{
    static const char *const names[] = {"lookback=", "lookahead=", "single="};

    assert_int_equal(strncmp(text, "subgroup=", 9), 0);
    assert_null(strstr(text, "blelloch"));
    assert_null(strstr(text, "spin-limit"));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *at = strstr(text, names[i]);
        assert_non_null(at);
        for (; at; at = strstr(at + 1, names[i]))
            assert_range(at + strlen(names[i]));
    }
}

/* They are those of the algorithms that AUTO takes, and text that both programs take. */
static void policies_are_found_and_can_be_used(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {512}, {"auto"}};
    char text[TEXT_SIZE];

    (void)state;
    take_text(RUN("--tune", "--sizes", "1000,600,2^8", "--repeat", "1"), text);
    assert_policies(text);
    const struct result *result = RUN_REDUCE("--sizes", "2^9", "--tuning", text);
    assert_succeeded(result);
    assert_tables(result->output, &table, 1);
    write_file("data", data, sizeof(data));
    use_program("VKSCAN_PROGRAM");
    assert_printed(RUN("reduce", "data", "--type", "u32", "--tuning", text), "10");
}

/* A count too small to tell shapes apart leaves those that were given. What is given of algorithms
 * that are not tuned stays. What was printed can be given again. */
static void the_policies_given_are_where_it_begins(void **state)
{
    static const char given[] = "lookback=128x5x7 subgroup=128x3 spin-limit=77 coarse=512x4";
    static const char *const kept[] = {"coarse=512x4 ", "subgroup=128x3", " lookback=128x5x7@",
                                       " spin-limit=77"};
    char text[TEXT_SIZE], again[TEXT_SIZE];

    (void)state;
    take_text(RUN("--tune", "--sizes", "1", "--repeat", "1", "--tuning", given), text);
    take_text(RUN("--tune", "--sizes", "1", "--repeat", "1", "--tuning", text), again);
    assert_null(strstr(text, "blelloch"));
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        assert_non_null(strstr(text, kept[i]));
        assert_non_null(strstr(again, kept[i]));
    }
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
    ASSERT_FAILS(MISUSED, "--tuning: policies[0].workgroup_size 3 is", "--tune", "--tuning",
                 "subgroup=3x3");
    ASSERT_FAILS(MISUSED, "--tune takes no value", "--tune=all");
    ASSERT_FAILS(FAILED, "too many elements", "--tune", "--sizes", "2^60");
}

static void help_tells_how(void **state)
{
    (void)state;
    const struct result *result = RUN("--help");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\n      --tune "));
    assert_non_null(strstr(result->output, "\n      --tuning POLICIES "));
    assert_non_null(strstr(result->output, "at the largest of the SIZES"));
    use_program("VKSCAN_PROGRAM");
    result = RUN("reduce", "--help");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\n      --tuning POLICIES "));
}

int main(void)
{
    const struct CMUnitTest bench_tune[] = {
        PROGRAM_TEST(policies_are_found_and_can_be_used),
        PROGRAM_TEST(the_policies_given_are_where_it_begins),
        PROGRAM_TEST(other_options_are_refused),
        PROGRAM_TEST(help_tells_how),
    };
    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_tune);
}
