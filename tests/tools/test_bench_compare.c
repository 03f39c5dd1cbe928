/* SPDX-License-Identifier: MIT */
/* vkscan-bench against an earlier run. No algorithm is faster or slower by itself by a million
 * times; the CPU on a few elements may be, when it is interrupted. */
#include "bench_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FAILED = 1, MISUSED = 2 };

#define MILLION 1e6
#define NEW (-1)

static void write_results(const char *name, const cJSON *json)
{
    char *text = cJSON_Print(json);
    FILE *file = fopen(name, "w");

    assert_non_null(text);
    assert_non_null(file);
    assert_true(fprintf(file, "%s\n", text) > 0);
    assert_int_equal(fclose(file), 0);
    cJSON_free(text);
}

/* A run of the given algorithm and size, whose times are then multiplied. */
static void make_earlier(const char *algorithm, const char *sizes, double factor)
{
    cJSON *result;

    assert_succeeded(RUN_REDUCE("--sizes", sizes, "--algorithm", algorithm, "--json", "old.json"));
    cJSON *json = read_results("old.json");
    cJSON_ArrayForEach(result, cJSON_GetObjectItemCaseSensitive(json, "results"))
    {
        cJSON_SetNumberHelper(cJSON_GetObjectItemCaseSensitive(result, "ms_median"),
                              factor * number_of(result, "ms_median"));
    }
    write_results("old.json", json);
    cJSON_Delete(json);
}

static void take_head(char **text, const char *tolerance)
{
    char legend[81];

    snprintf(legend, sizeof(legend), "speed above 1 is faster, ! is slower by more than %s %%",
             tolerance);
    assert_line(text, PASSED);
    assert_line(text, "");
    assert_line(text, "compared with old.json");
    assert_line(text, legend);
}

static void take_titles(char **text)
{
    assert_line(text, "");
    assert_line(text, "  primitive      algorithm           type op    elements ms then  ms now"
                      "   speed");
}

/* One row; returns the speed, which can be 0 in three decimals, or NEW. */
static double take_compared(char **text, char mark, const char *algorithm, const char *size)
{
    char expected[81];
    double then = 0, now, speed = 0;
    const char *line = take_line(text);

    assert_in_range(strlen(line), 1, 80);
    snprintf(expected, sizeof(expected), "%c %-14s %-19s %-4s %-3s %10s ", mark, "reduce",
             algorithm, "u32", "add", size);
    assert_int_equal(strncmp(line, expected, strlen(expected)), 0);
    line += strlen(expected);
    if (sscanf(line, " new %lf", &now) == 1)
        return NEW;
    assert_int_equal(sscanf(line, "%lf %lf %lf", &then, &now, &speed), 3);
    return speed;
}

static void take_end(char **text, const char *count)
{
    assert_line(text, "");
    assert_line(text, count);
    assert_string_equal(*text, "");
}

/* A run of one size against old.json: its comparison, behind the usual tables. */
static char *run_against_earlier(int status, const char *algorithm, uint64_t size,
                                 const char *tolerance)
{
    const struct expected table = {REDUCE_TITLE, "read", {size}, {algorithm}};
    char count[24];

    snprintf(count, sizeof(count), "%" PRIu64, size);
    const struct result *result = RUN_REDUCE("--sizes", count, "--algorithm", algorithm,
                                             "--compare", "old.json", "--tolerance", tolerance);
    char *text = result->output;
    assert_int_equal(result->status, status);
    assert_string_equal(result->error, "");
    take_tables(&text, &table, 1);
    return text;
}

static void as_fast_as_before_is_a_success(void **state)
{
    (void)state;
    make_earlier("auto", "9", 1);
    char *text = run_against_earlier(0, "auto", 9, "100");
    take_head(&text, "100");
    take_titles(&text);
    assert_true(take_compared(&text, ' ', "read", "9") >= 0);
    assert_true(take_compared(&text, ' ', "cpu", "9") >= 0);
    assert_true(take_compared(&text, ' ', "auto", "9") >= 0);
    take_end(&text, "0 of 1 rows are slower than before by more than 100 %");
}

static void faster_than_before_is_a_success(void **state)
{
    (void)state;
    make_earlier("blelloch", "9", MILLION);
    char *text = run_against_earlier(0, "blelloch", 9, "0");
    take_head(&text, "0");
    take_titles(&text);
    assert_true(take_compared(&text, ' ', "read", "9") > 1);
    assert_true(take_compared(&text, ' ', "cpu", "9") >= 0);
    assert_true(take_compared(&text, ' ', "blelloch", "9") > 1);
    take_end(&text, "0 of 1 rows are slower than before by more than 0 %");
}

static void slower_than_before_fails_though_the_results_are_right(void **state)
{
    (void)state;
    make_earlier("blelloch", "9", 1 / MILLION);
    char *text = run_against_earlier(FAILED, "blelloch", 9, "2.5");
    take_head(&text, "2.5");
    take_titles(&text);
    assert_true(take_compared(&text, ' ', "read", "9") < 1);
    assert_true(take_compared(&text, ' ', "cpu", "9") >= 0);
    assert_true(take_compared(&text, '!', "blelloch", "9") < 1);
    take_end(&text, "1 of 1 rows are slower than before by more than 2.5 %");
}

static void the_tolerance_is_5_percent(void **state)
{
    (void)state;
    make_earlier("subgroup", "9", 1 / MILLION);
    const struct result *result =
        RUN_REDUCE("--sizes", "9", "--algorithm", "subgroup,blelloch", "--compare", "old.json");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->output, "\n1 of 1 rows are slower than before by more than "
                                           "5 %\n"));
}

static void rows_that_the_earlier_run_lacks_are_new(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {1024, 9}, {"subgroup"}};

    (void)state;
    make_earlier("subgroup", "9", MILLION);
    const struct result *result =
        RUN_REDUCE("--sizes", "2^10,9", "--algorithm", "subgroup", "--compare", "old.json");
    assert_succeeded(result);
    char *text = result->output;
    take_tables(&text, &table, 1);
    take_head(&text, "5");
    take_titles(&text);
    assert_true(take_compared(&text, ' ', "read", "2^10") == NEW);
    assert_true(take_compared(&text, ' ', "cpu", "2^10") == NEW);
    assert_true(take_compared(&text, ' ', "subgroup", "2^10") == NEW);
    assert_true(take_compared(&text, ' ', "read", "9") > 1);
    assert_true(take_compared(&text, ' ', "cpu", "9") >= 0);
    assert_true(take_compared(&text, ' ', "subgroup", "9") > 1);
    take_end(&text, "0 of 1 rows are slower than before by more than 5 %");
}

static void assert_nothing_to_compare(const struct result *result)
{
    assert_int_equal(result->status, FAILED);
    assert_int_equal(strncmp(result->error, "vkscan-bench: nothing to compare: old.json ", 43), 0);
    assert_ptr_equal(strchr(result->error, '\n'), result->error + result->error_size - 1);
    assert_null(strstr(result->output, "slower than before"));
    assert_non_null(strstr(result->output, "\n" PASSED "\n"));
}

/* Yardsticks alone say nothing. */
static void a_run_with_nothing_in_common_fails(void **state)
{
    (void)state;
    make_earlier("subgroup", "9", 1);
    assert_nothing_to_compare(
        RUN_REDUCE("--sizes", "9", "--algorithm", "blelloch", "--compare", "old.json"));
    assert_nothing_to_compare(
        RUN_REDUCE("--sizes", "10", "--algorithm", "subgroup", "--compare", "old.json"));
    assert_nothing_to_compare(RUN_REDUCE("--sizes", "9", "--algorithm", "subgroup", "--type", "f32",
                                         "--compare", "old.json"));
    assert_nothing_to_compare(RUN_REDUCE("--sizes", "9", "--algorithm", "subgroup", "--op", "max",
                                         "--compare", "old.json"));
}

static void rename_member(cJSON *object, const char *name, const char *value)
{
    assert_true(cJSON_ReplaceItemInObjectCaseSensitive(object, name, cJSON_CreateString(value)));
}

/* "another device: Abacus before, ... now" */
static void take_difference(char **text, const char *start)
{
    const char *line = take_line(text);

    assert_int_equal(strncmp(line, start, strlen(start)), 0);
    assert_string_equal(line + strlen(line) - 4, " now");
}

static void another_device_and_driver_are_told(void **state)
{
    (void)state;
    make_earlier("subgroup", "9", MILLION);
    cJSON *json = read_results("old.json");
    cJSON *device = cJSON_GetObjectItemCaseSensitive(json, "device");

    rename_member(device, "name", "Abacus");
    write_results("old.json", json);
    char *text = run_against_earlier(0, "subgroup", 9, "5");
    take_head(&text, "5");
    take_difference(&text, "another device: Abacus before, ");
    take_titles(&text);

    rename_member(device, "driver", "beads 2");
    write_results("old.json", json);
    text = run_against_earlier(0, "subgroup", 9, "5");
    take_head(&text, "5");
    take_difference(&text, "another device: Abacus before, ");
    take_difference(&text, "another driver: beads 2 before, ");
    take_titles(&text);
    cJSON_Delete(json);
}

static void the_file_may_be_replaced(void **state)
{
    (void)state;
    make_earlier("subgroup", "9", 1 / MILLION);
    const struct result *result = RUN_REDUCE("--sizes", "9", "--algorithm", "subgroup", "--compare",
                                             "old.json", "--json", "old.json");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->output, "1 of 1 rows are slower"));
    char *text = run_against_earlier(0, "subgroup", 9, "100");
    assert_non_null(strstr(text, "0 of 1 rows are slower"));
}

/* ---- what is refused ---- */

#define HEAD                                                                                       \
    "{\"vkscan\": \"0.1.0\", \"device\": {\"name\": \"a\", \"driver\": \"b\"}, \"results\": "
#define ROW                                                                                        \
    "\"primitive\": \"reduce\", \"algorithm\": \"auto\", \"type\": \"u32\", \"op\": \"add\", "

static void malformed_files_are_refused_before_anything_is_measured(void **state)
{
    static const struct {
        const char *text;
        const char *word;
    } rows[] = {
        {"", "cannot be parsed"},
        {"old", "cannot be parsed"},
        {HEAD "[]", "cannot be parsed"},
        {HEAD "[]} and more", "cannot be parsed"},
        {"[]", "version"},
        {"{}", "version"},
        {"{\"vkscan\": 1}", "version"},
        {"{\"vkscan\": \"0.1.0\"}", "device"},
        {"{\"vkscan\": \"0.1.0\", \"device\": {\"name\": \"a\"}}", "device"},
        {"{\"vkscan\": \"0.1.0\", \"device\": {\"name\": \"a\", \"driver\": \"b\"}}", "results"},
        {HEAD "{}}", "results"},
        {HEAD "[1]}", "field"},
        {HEAD "[{" ROW "\"n\": 9}]}", "field"},
        {HEAD "[{" ROW "\"ms_median\": 1}]}", "field"},
        {HEAD "[{" ROW "\"n\": 9, \"ms_median\": -1}]}", "field"},
        {HEAD "[{" ROW "\"n\": 9, \"ms_median\": 1e999}]}", "field"},
        {HEAD "[{" ROW "\"n\": 9, \"ms_median\": \"1\"}]}", "field"},
        {HEAD "[{\"n\": 9, \"ms_median\": 1}]}", "field"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_file("old.json", rows[i].text, strlen(rows[i].text));
        ASSERT_FAILS(FAILED, rows[i].word, "--compare", "old.json", "--json", "old.json");
        assert_file("old.json", rows[i].text, strlen(rows[i].text));
    }
}

static void unreadable_files_are_refused_before_anything_is_measured(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    ASSERT_FAILS(FAILED, "cannot read missing.json: No such file", "--compare", "missing.json");
    ASSERT_FAILS(FAILED, "cannot read directory: Is a directory", "--compare", "directory");
    ASSERT_FAILS(FAILED, "cannot read /dev/zero: File too large", "--compare", "/dev/zero");
    ASSERT_FAILS(FAILED, "cannot read : No such file", "--compare", "");
}

static void bad_tolerances_are_refused(void **state)
{
    static const char *const tolerances[] = {"",   "-1",  "+1",  " 5",  "5 ",
                                             "5%", "abc", "inf", "nan", "1e999"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(tolerances); i++)
        ASSERT_FAILS(MISUSED, "bad tolerance '", "--compare", "old.json", "--tolerance",
                     tolerances[i]);
    ASSERT_FAILS(MISUSED, "give --compare OLD.json too", "--tolerance", "5");
}

int main(void)
{
    const struct CMUnitTest bench_compare[] = {
        PROGRAM_TEST(as_fast_as_before_is_a_success),
        PROGRAM_TEST(faster_than_before_is_a_success),
        PROGRAM_TEST(slower_than_before_fails_though_the_results_are_right),
        PROGRAM_TEST(the_tolerance_is_5_percent),
        PROGRAM_TEST(rows_that_the_earlier_run_lacks_are_new),
        PROGRAM_TEST(a_run_with_nothing_in_common_fails),
        PROGRAM_TEST(another_device_and_driver_are_told),
        PROGRAM_TEST(the_file_may_be_replaced),
        PROGRAM_TEST(malformed_files_are_refused_before_anything_is_measured),
        PROGRAM_TEST(unreadable_files_are_refused_before_anything_is_measured),
        PROGRAM_TEST(bad_tolerances_are_refused),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_compare);
}
