/* SPDX-License-Identifier: MIT */
/* vkscan-bench --metrics: its tables, its JSON, and what it refuses. */
#include "bench_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 1, MISUSED = 2 };

#define COLUMNS 100
#define CONFLICTS_TITLE "Lanes of 32 that meet in one bank, step by step:"

/* ---- the tables ---- */

static const char *take_narrow_line(char **text)
{
    const char *line = take_line(text);

    assert_in_range(strlen(line), 0, COLUMNS);
    return line;
}

/* Over what says which device it is. */
static void take_device(char **text)
{
    assert_true(strlen(take_narrow_line(text)) > 0);
    assert_non_null(strstr(take_narrow_line(text), ", Vulkan 1."));
    assert_string_equal(take_narrow_line(text), "");
}

static void take_titles(char **text, const char *title)
{
    assert_string_equal(take_narrow_line(text), title);
    assert_string_equal(take_narrow_line(text), "");
    assert_non_null(strstr(take_narrow_line(text), "p T(n,p)"));
    assert_int_equal(strncmp(take_narrow_line(text), "algorithm ", 10), 0);
}

/* What one row should hold of what no device decides. */
struct theory {
    const char *algorithm, *elements;
    uint64_t steps, work, cost;
    const char *work_optimal, *cost_optimal;
    unsigned dispatches;
};

static void take_row(char **text, const struct theory *e)
{
    char expected[COLUMNS + 1];
    const char *line = take_narrow_line(text);

    snprintf(expected, sizeof(expected),
             "%-19s %10s %7" PRIu64 " %10" PRIu64 " %10" PRIu64 " %4s %4s %7u ", e->algorithm,
             e->elements, e->steps, e->work, e->cost, e->work_optimal, e->cost_optimal,
             e->dispatches);
    if (strncmp(line, expected, strlen(expected)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", line, expected);
}

/* n (n - 1) / 2 combinations; strides of 1, 2, 4 and 8; and both by 8 processors: a turn for each
 * step, and the other combinations 8 at a time. */
static void a_row_has_what_theory_says(void **state)
{
    static const struct theory rows[] = {
        {"direct", "2^4", 15, 120, 8 * (15 + 105 / 8), "no", "no", 2},
        {"naive", "2^4", 4, 49, 8 * (4 + 45 / 8), "no", "no", 4},
        {"direct", "10", 9, 45, 8 * (9 + 36 / 8), "no", "no", 2},
        {"naive", "10", 4, 25, 8 * (4 + 21 / 8), "no", "no", 4},
    };

    (void)state;
    const struct result *result =
        RUN("--metrics", "--processors", "8", "--primitive", "exclusive-scan", "--algorithm",
            "direct,naive", "--sizes", "2^4,10");
    assert_succeeded(result);
    char *text = result->output;
    take_device(&text);
    take_titles(&text, "exclusive-scan, add, u32: in theory, with p = 8 processors (as asked for)");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        take_row(&text, &rows[i]);
        if (i % 2)
            assert_string_equal(take_narrow_line(&text), "");
    }
    assert_string_equal(text, ""); /* no shared memory, no conflicts, and no verdict */
}

/* Cost is what decides: of one processor it is the work. */
static void processors_decide_on_cost(void **state)
{
    static const struct {
        const char *processors;
        struct theory row;
    } rows[] = {
        {"1", {"sequential", "2^10", 11, 1024, 1024, "yes", "yes", 10}},
        {"4", {"sequential", "2^10", 11, 1024, 4 * 264, "yes", "yes", 10}},
        {"4294967295", {"sequential", "2^10", 11, 1024, 0, "yes", "no", 10}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct theory row = rows[i].row;
        const struct result *result =
            RUN("--metrics", "--primitive", "reduce", "--algorithm", "sequential", "--sizes",
                "2^10", "--processors", rows[i].processors);
        assert_succeeded(result);
        char *text = result->output;
        take_device(&text);
        for (int line = 0; line < 4; line++)
            take_narrow_line(&text);
        if (row.cost > 0)
            take_row(&text, &row);
        else
            assert_non_null(strstr(take_narrow_line(&text), " 4.7245e+10  yes   no "));
    }
}

/* Five tiles, whose totals a second dispatch combines. */
static void shapes_are_those_of_the_policies(void **state)
{
    (void)state;
    const struct result *result =
        RUN("--metrics", "--primitive", "reduce", "--algorithm", "blelloch", "--sizes", "5120",
            "--processors", "1", "--tuning", "blelloch=128x2");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\nblelloch "));
    assert_non_null(strstr(result->output, " yes  yes       2 "));
}

static void every_algorithm_has_its_rows(void **state)
{
    (void)state;
    const struct result *result = RUN("--metrics", "--sizes", "2^4,1000,2^20");
    assert_succeeded(result);
    char *text = result->output;
    unsigned tables = 0, conflicts = 0;
    while (*text) {
        const char *line = take_narrow_line(&text);
        tables += strstr(line, ": in theory, with p = ") != NULL;
        conflicts += strcmp(line, CONFLICTS_TITLE) == 0;
        assert_null(strstr(line, "GOLD"));
    }
    assert_int_equal(tables, 2);
    assert_int_equal(conflicts, 2);
}

static void conflicts_stand_below(void **state)
{
    (void)state;
    const struct result *result =
        RUN("--metrics", "--primitive", "reduce", "--algorithm", "blelloch-tile", "--sizes", "9");
    assert_succeeded(result);
    const char *below = strstr(result->output, "\n\n" CONFLICTS_TITLE "\n\n");
    assert_non_null(below);
    assert_non_null(strstr(below, "\n  blelloch-tile        padded    1 1 1 1 1 "));
    assert_non_null(strstr(below, "\n                       unpadded  2 4 8 "));
}

static unsigned count_lines_with(const char *text, const char *start)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, start)); at++)
        count += at == text || at[-1] == '\n';
    return count;
}

/* direct is too much work from there on, which is an error only where it was asked for. */
static void what_an_algorithm_refuses_is_left_out(void **state)
{
    (void)state;
    const struct result *result =
        RUN("--metrics", "--primitive", "inclusive-scan", "--sizes", "2^18:2^19");
    assert_succeeded(result);
    assert_int_equal(count_lines_with(result->output, "direct "), 1);
    assert_int_equal(count_lines_with(result->output, "naive "), 2);
    result = RUN("--metrics", "--primitive", "inclusive-scan", "--sizes", "2^19", "--algorithm",
                 "direct");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->error, "vkscan-bench: capacity 524288 is too much work"));
    result = RUN("--metrics", "--sizes", "2^60");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->error, "vkscan-bench: too many elements: "));
}

/* ---- JSON ---- */

static void assert_metric(const cJSON *metric, const char *algorithm, double n)
{
    assert_members(metric, ARGUMENTS("primitive", "algorithm", "type", "op", "n", "processors",
                                     "steps", "work", "time", "cost", "work_optimal",
                                     "cost_optimal", "dispatches", "pipeline_barriers",
                                     "path_barriers", "barriers", "bytes_read", "bytes_written",
                                     "shared_bytes", "conflicts_padded", "conflicts_unpadded"));
    assert_string_equal(string_of(metric, "primitive"), "inclusive-scan");
    assert_string_equal(string_of(metric, "algorithm"), algorithm);
    assert_string_equal(string_of(metric, "type"), "f32");
    assert_string_equal(string_of(metric, "op"), "max");
    assert_true(number_of(metric, "n") == n);
    assert_true(number_of(metric, "cost") ==
                number_of(metric, "processors") * number_of(metric, "time"));
    assert_true(number_of(metric, "cost") >= number_of(metric, "work"));
    assert_true(number_of(metric, "work") >= n);
    assert_true(number_of(metric, "pipeline_barriers") == number_of(metric, "dispatches") - 1);
    assert_true(number_of(metric, "bytes_read") >= 4 * n);
    assert_true(number_of(metric, "bytes_written") >= 4 * n);
}

static int size_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    assert_true(cJSON_IsArray(member));
    return cJSON_GetArraySize(member);
}

static void json_has_the_metrics_and_no_results(void **state)
{
    static const char *const algorithms[] = {"brent-kung", "naive"};
    static const double sizes[] = {100, 4096};
    size_t size;

    (void)state;
    assert_succeeded(RUN("--metrics", "--primitive", "inclusive-scan", "--type", "f32", "--op",
                         "max", "--algorithm", "brent-kung,naive", "--sizes", "100,2^12", "--json",
                         "out.json"));
    char *text = read_file("out.json", &size);
    cJSON *json = cJSON_ParseWithLength(text, size);
    assert_non_null(json);
    assert_members(json, ARGUMENTS("vkscan", "device", "results", "metrics"));
    assert_int_equal(size_of(json, "results"), 0);
    assert_int_equal(size_of(json, "metrics"), 4);
    const cJSON *metric = cJSON_GetObjectItemCaseSensitive(json, "metrics")->child;
    for (int i = 0; i < 4; i++, metric = metric->next) {
        assert_metric(metric, algorithms[i % 2], sizes[i / 2]);
        assert_int_equal(size_of(metric, "conflicts_padded"),
                         size_of(metric, "conflicts_unpadded"));
        assert_int_equal(size_of(metric, "conflicts_padded") > 0, i % 2 == 0);
    }
    cJSON_Delete(json);
    free(text);
}

/* ---- what it refuses ---- */

static void bad_processors_are_refused(void **state)
{
    static const char *const bad[] = {"", "0", "-1", "+1", " 1", "1x", "x", "1.5", "4294967296"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        ASSERT_FAILS(MISUSED, "bad number of processors", "--metrics", "--processors", bad[i]);
    ASSERT_FAILS(MISUSED, "--metrics", "--processors", "4");
    ASSERT_FAILS(MISUSED, "--metrics has no --csv", "--metrics", "--csv", "a.csv");
}

int main(void)
{
    const struct CMUnitTest bench_metrics[] = {
        PROGRAM_TEST(a_row_has_what_theory_says),
        PROGRAM_TEST(processors_decide_on_cost),
        PROGRAM_TEST(shapes_are_those_of_the_policies),
        PROGRAM_TEST(every_algorithm_has_its_rows),
        PROGRAM_TEST(conflicts_stand_below),
        PROGRAM_TEST(what_an_algorithm_refuses_is_left_out),
        PROGRAM_TEST(json_has_the_metrics_and_no_results),
        PROGRAM_TEST(bad_processors_are_refused),
    };
    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_metrics);
}
