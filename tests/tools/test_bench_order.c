/* SPDX-License-Identifier: MIT */
/* vkscan-bench of selections and sorts: what they select from and sort, and by what. */
#include "bench_output.h"

#include <string.h>

enum { FAILED = 1, MISUSED = 2 };

#define ENDING ": medians of up to 1 runs, * is the fastest"
#define RUN_SMALL(...) RUN("--sizes", "1009", "--repeat", "1", __VA_ARGS__)

static void assert_table(const struct result *result, const char *title, const char *limit)
{
    const struct expected table = {title, limit, {1009}, {"auto"}};

    assert_succeeded(result);
    assert_tables(result->output, &table, 1);
}

static void each_has_its_table_and_its_limit(void **state)
{
    static const struct expected tables[] = {
        {"select, flag-bytes, u32, zipf data" ENDING, "move", {1009}, {"auto"}},
        {"partition, flag-bytes, u32, zipf data" ENDING, "move", {1009}, {"auto"}},
        {"unique, u32, zipf data" ENDING, "move", {1009}, {"auto"}},
        {"sort, u32, zipf data" ENDING, "pass", {1009}, {"auto"}},
    };

    (void)state;
    const struct result *result =
        RUN_SMALL("--primitive", "select,partition,unique,sort", "--data", "zipf");
    assert_succeeded(result);
    assert_tables(result->output, tables, COUNT_OF(tables));
}

static void criteria_and_values_are_in_the_title(void **state)
{
    (void)state;
    assert_table(RUN_SMALL("--primitive", "select", "--criterion", "less", "--type", "f32"),
                 "select, less, f32" ENDING, "move");
    assert_table(RUN_SMALL("--primitive", "partition", "--criterion", "flag-bits", "--type", "u8",
                           "--data", "sorted"),
                 "partition, flag-bits, u8, sorted data" ENDING, "move");
    assert_table(RUN_SMALL("--primitive", "sort", "--values", "8", "--data", "reversed"),
                 "sort, u32 with values of 8 bytes, reversed data" ENDING, "pass");
    assert_table(RUN_SMALL("--primitive", "sort", "--argsort", "--type", "u64", "--data", "equal"),
                 "sort, u64 with indices, equal data" ENDING, "pass");
}

static void assert_other(const struct result *result)
{
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->error, "nothing to compare"));
}

static void reports_tell_them_apart(void **state)
{
    static const char *const criteria[] = {"less", "less", "none", "none"};
    static const char *const values[] = {"none", "none", "4", "4"};
    const cJSON *result;
    size_t i = 0;

    (void)state;
    assert_succeeded(RUN_SMALL("--primitive", "select,sort", "--criterion", "less", "--values", "4",
                               "--data", "equal", "--no-cpu", "--json", "out.json"));
    cJSON *json = read_results("out.json");
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), COUNT_OF(criteria));
    cJSON_ArrayForEach(result, results)
    {
        assert_string_equal(string_of(result, "op"), "none");
        assert_string_equal(string_of(result, "criterion"), criteria[i]);
        assert_string_equal(string_of(result, "values"), values[i++]);
        assert_string_equal(string_of(result, "data"), "equal");
    }
    cJSON_Delete(json);
    assert_other(
        RUN_SMALL("--primitive", "sort", "--values", "4", "--no-cpu", "--compare", "out.json"));
    assert_other(
        RUN_SMALL("--primitive", "sort", "--data", "equal", "--no-cpu", "--compare", "out.json"));
    assert_other(
        RUN_SMALL("--primitive", "select", "--data", "equal", "--no-cpu", "--compare", "out.json"));
    assert_succeeded(RUN_SMALL("--primitive", "sort", "--values", "4", "--data", "equal",
                               "--no-cpu", "--compare", "out.json", "--tolerance", "9999"));
}

static void assert_bytes(const struct result *result, uint64_t bytes)
{
    assert_succeeded(result);
    cJSON *json = read_results("out.json");
    const cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "results"), 1);
    const double moved = number_of(row, "gb_per_s") * number_of(row, "ms_median") * 1e6;

    assert_int_equal((uint64_t)(moved + 0.5), bytes);
    cJSON_Delete(json);
}

#define RUN_BYTES(...) RUN_SMALL("--no-cpu", "--json", "out.json", __VA_ARGS__)

/* Of equal data none is below the median, and all are at it. */
static void bytes_are_the_least(void **state)
{
    (void)state;
    assert_bytes(RUN_BYTES("--primitive", "select", "--criterion", "less", "--data", "equal"),
                 1009 * 4);
    assert_bytes(RUN_BYTES("--primitive", "select", "--criterion", "less-equal", "--data", "equal"),
                 1009 * 8);
    assert_bytes(RUN_BYTES("--primitive", "partition"), 1009 * 8 + 1012);
    assert_bytes(RUN_BYTES("--primitive", "sort"), 1009 * 36);
    assert_bytes(RUN_BYTES("--primitive", "sort", "--values", "4"), 1009 * 68);
}

static void each_algorithm_is_measured_in_each_shape(void **state)
{
    static const struct expected table = {
        "select, flag-bytes, u32" ENDING,
        "move",
        {1009},
        {"subgroup=128x1", "subgroup=256x2", "blelloch=128x1", "blelloch=256x2"}};

    (void)state;
    const struct result *result = RUN_SMALL("--primitive", "select", "--algorithm",
                                            "subgroup,blelloch", "--shapes", "128x1,256x2");
    assert_succeeded(result);
    assert_tables(result->output, &table, 1);
    result = RUN_SMALL("--primitive", "sort", "--algorithm", "radix", "--shapes", "128x99,256x1");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->error, "radix=128x99 sort of 1009 left out: policies[0].items"));
    assert_non_null(strstr(result->output, "radix=256x1 "));
    assert_null(strstr(result->output, "radix=128x99"));
}

static void the_cpu_can_be_left_out(void **state)
{
    (void)state;
    const struct result *result = RUN_SMALL("--primitive", "reduce", "--no-cpu");
    assert_succeeded(result);
    assert_null(strstr(result->output, " cpu "));
    assert_non_null(strstr(result->output, "1.000       -\n"));
}

static void options_of_other_primitives_are_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "--data is for selections and sorts", "--data", "zipf");
    ASSERT_FAILS(MISUSED, "--criterion is for select and partition", "--primitive", "unique,sort",
                 "--criterion", "less");
    ASSERT_FAILS(MISUSED, "--values is for sorts", "--primitive", "select", "--values", "4");
    ASSERT_FAILS(MISUSED, "--argsort is for sorts", "--primitive", "select", "--argsort");
    ASSERT_FAILS(MISUSED, "--op is for reductions and scans", "--primitive", "sort", "--op", "max");
    ASSERT_FAILS(MISUSED, "--argsort makes its values", "--primitive", "sort", "--argsort",
                 "--values", "4");
    ASSERT_FAILS(MISUSED, "bad values '5'; 0, 4, 8 or 16", "--primitive", "sort", "--values", "5");
    ASSERT_FAILS(MISUSED, "unknown data 'sort'; there are random, sorted, reversed, equal, zipf",
                 "--primitive", "sort", "--data", "sort");
    ASSERT_FAILS(MISUSED, "unknown criterion 'lt'; there are flag-bytes,", "--primitive", "select",
                 "--criterion", "lt");
    ASSERT_FAILS(MISUSED, "of reductions and scans alone", "--primitive", "sort", "--metrics");
    ASSERT_FAILS(MISUSED, "vector", "--primitive", "sort", "--type", "u32x2");
}

static void bad_shapes_are_refused(void **state)
{
    static const char *const shapes[] = {"", "128", "128x", "x4", "128x4,", "128x4x0", "128x4@8"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(shapes); i++)
        ASSERT_FAILS(MISUSED, "bad shapes '", "--algorithm", "subgroup", "--shapes", shapes[i]);
    ASSERT_FAILS(MISUSED, "of algorithms that are named", "--shapes", "128x4");
    ASSERT_FAILS(MISUSED, "take no --shapes", "--metrics", "--algorithm", "subgroup", "--shapes",
                 "128x4");
}

int main(void)
{
    const struct CMUnitTest order[] = {
        PROGRAM_TEST(each_has_its_table_and_its_limit),
        PROGRAM_TEST(criteria_and_values_are_in_the_title),
        PROGRAM_TEST(reports_tell_them_apart),
        PROGRAM_TEST(bytes_are_the_least),
        PROGRAM_TEST(each_algorithm_is_measured_in_each_shape),
        PROGRAM_TEST(the_cpu_can_be_left_out),
        PROGRAM_TEST(options_of_other_primitives_are_refused),
        PROGRAM_TEST(bad_shapes_are_refused),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", order);
}
