/* SPDX-License-Identifier: MIT */
/* The files that vkscan-bench writes: JSON, CSV and plots. */
#define _XOPEN_SOURCE 700
#include "bench_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x
#define VERSION                                                                                    \
    STRING(VKSCAN_VERSION_MAJOR) "." STRING(VKSCAN_VERSION_MINOR) "." STRING(VKSCAN_VERSION_PATCH)

/* ---- JSON ---- */

static void assert_close(double value, double expected)
{
    assert_true(fabs(value - expected) <= 1e-9 * fabs(expected));
}

static void assert_device(const cJSON *device)
{
    assert_members(device, ARGUMENTS("name", "driver", "api", "type", "subgroup_size"));
    assert_true(strlen(string_of(device, "name")) > 0);
    assert_true(strlen(string_of(device, "driver")) > 0);
    assert_int_equal(strncmp(string_of(device, "api"), "1.", 2), 0);
    assert_true(strlen(string_of(device, "type")) > 0);
    assert_in_range((uint64_t)number_of(device, "subgroup_size"), 1, 128);
}

/* limit is the first row of the same primitive and size. */
static void assert_result(const cJSON *result, const cJSON *limit, const char *primitive,
                          const char *algorithm, uint64_t size, uint64_t bytes)
{
    const double median = number_of(result, "ms_median");

    assert_members(result, ARGUMENTS("primitive", "algorithm", "resolved", "type", "out_type", "op",
                                     "reverse", "access", "determinism", "criterion", "values",
                                     "data", "n", "repeats", "ms_min", "ms_median", "ms_max",
                                     "gelem_per_s", "gb_per_s", "limit_ratio", "verified"));
    assert_string_equal(string_of(result, "primitive"), primitive);
    assert_string_equal(string_of(result, "algorithm"), algorithm);
    assert_string_equal(string_of(result, "resolved"), algorithm);
    assert_string_equal(string_of(result, "type"), "i32");
    assert_string_equal(string_of(result, "op"), "max");
    assert_int_equal((uint64_t)number_of(result, "n"), size);
    assert_in_range((uint64_t)number_of(result, "repeats"), 1, 4);
    assert_true(number_of(result, "ms_min") > 0);
    assert_true(number_of(result, "ms_min") <= median);
    assert_true(median <= number_of(result, "ms_max"));
    assert_close(number_of(result, "gelem_per_s"), (double)size / median / 1e6);
    assert_close(number_of(result, "gb_per_s"), (double)bytes / median / 1e6);
    assert_close(number_of(result, "limit_ratio"), number_of(limit, "ms_median") / median);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "verified")));
}

static void json_has_every_row(void **state)
{
    static const char *const algorithms[][5] = {{"read", "cpu", "subgroup", "blelloch"},
                                                {"copy", "cpu", "subgroup", "blelloch"}};
    static const char *const primitives[] = {"reduce", "exclusive-scan"};
    static const uint64_t sizes[] = {1, 1 << 12};

    (void)state;
    assert_succeeded(RUN("--primitive", "reduce,exclusive-scan", "--type", "i32", "--op", "max",
                         "--sizes", "1,2^12", "--repeat", "4", "--algorithm", "subgroup,blelloch",
                         "--json", "out.json"));
    assert_int_equal(count_files(), 1);
    cJSON *json = read_results("out.json");
    assert_string_equal(string_of(json, "vkscan"), VERSION);
    assert_device(cJSON_GetObjectItemCaseSensitive(json, "device"));

    const cJSON *result = cJSON_GetObjectItemCaseSensitive(json, "results")->child;
    for (int p = 0; p < 2; p++)
        for (int s = 0; s < 2; s++) {
            const cJSON *limit = result;
            for (int a = 0; algorithms[p][a]; a++, result = result->next) {
                assert_non_null(result);
                assert_result(result, limit, primitives[p], algorithms[p][a], sizes[s],
                              sizes[s] * (p == 0 ? 4 : 8));
            }
        }
    assert_null(result);
    cJSON_Delete(json);
}

static void json_on_standard_output_sends_the_table_elsewhere(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {9}, {"auto"}};

    (void)state;
    const struct result *result = RUN_REDUCE("--sizes", "9", "--algorithm", "auto", "--json", "-");
    assert_int_equal(result->status, 0);
    cJSON_Delete(parse_results(result->output, result->output_size));
    assert_tables(result->error, &table, 1);
}

static void json_replaces_what_was_there(void **state)
{
    (void)state;
    write_file("out.json", "old", 3);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--json", "out.json"));
    cJSON_Delete(read_results("out.json"));
}

static void json_has_the_tuning_that_was_given(void **state)
{
    (void)state;
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--tuning", "subgroup=128x3 spin-limit=9", "--json",
                                "out.json"));
    cJSON *json = read_results("out.json");
    assert_string_equal(string_of(json, "tuning"), "subgroup=128x3 spin-limit=9");
    cJSON_Delete(json);
}

static void json_tells_what_auto_stands_for(void **state)
{
    (void)state;
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--json", "auto.json"));
    cJSON *json = read_results("auto.json");
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 3);
    const cJSON *result = cJSON_GetArrayItem(results, 2);
    assert_string_equal(string_of(result, "algorithm"), "auto");
    assert_string_not_equal(string_of(result, "resolved"), "auto");
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--algorithm", string_of(result, "resolved")));
    cJSON_Delete(json);
}

/* ---- CSV ---- */

/* The text up to the next comma, or to the end of the line if it is the last of its row, which
 * *text is moved behind. */
static const char *take_cell(char **text, bool last)
{
    char *cell = *text;
    char *end = cell + strcspn(cell, ",\n");

    assert_int_equal(*end, last ? '\n' : ',');
    *end = '\0';
    *text = end + 1;
    return cell;
}

static void assert_cell(const char *cell, const cJSON *member)
{
    char *end;

    if (cJSON_IsString(member)) {
        assert_string_equal(cell, member->valuestring);
    } else if (cJSON_IsBool(member)) {
        assert_string_equal(cell, cJSON_IsTrue(member) ? "true" : "false");
    } else {
        assert_true(strtod(cell, &end) == member->valuedouble);
        assert_int_equal(*end, '\0');
    }
}

static void assert_csv(const char *name, const cJSON *rows)
{
    const cJSON *row, *member;
    size_t size;
    char *csv = read_file(name, &size), *text = csv;

    cJSON_ArrayForEach(member, rows->child)
    {
        assert_string_equal(take_cell(&text, !member->next), member->string);
    }
    cJSON_ArrayForEach(row, rows)
    {
        cJSON_ArrayForEach(member, row)
        {
            assert_cell(take_cell(&text, !member->next), member);
        }
    }
    assert_ptr_equal(text, csv + size);
    free(csv);
}

static void csv_says_the_same_as_json(void **state)
{
    (void)state;
    assert_succeeded(RUN("--primitive", "reduce,inclusive-scan", "--sizes", "7,2^10", "--repeat",
                         "2", "--csv", "out.csv", "--json", "out.json"));
    assert_int_equal(count_files(), 2);
    cJSON *json = read_results("out.json");
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 2 * 2 * 3);
    assert_csv("out.csv", results);
    cJSON_Delete(json);
}

/* Every pipeline of a plan, within the time of the plan. */
static void assert_pipelines(const cJSON *json, vkscan_primitive primitive)
{
    double compiling = 0, cold = 0;
    const cJSON *row;

    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(json, "overhead"))
    {
        if (strcmp(string_of(row, "primitive"), vkscan_primitive_name(primitive)) != 0)
            continue;
        assert_int_equal(number_of(row, "n"), 1009);
        assert_true(number_of(row, "bytes") > 0 && number_of(row, "x_reference") > 0);
        compiling += number_of(row, "ms_compile");
        cold = number_of(row, "ms_cold");
    }
    assert_true(0 < compiling && compiling <= cold);
}

static void overhead_is_written_for_every_primitive(void **state)
{
    static const char *const members[] = {
        "primitive", "algorithm",  "resolved",    "type",        "out_type", "op",
        "reverse",   "access",     "determinism", "criterion",   "values",   "n",
        "ms_cold",   "ms_cached",  "ms_shared",   "us_record",   "kernel",   "class",
        "bytes",     "ms_compile", "ms_cpu",      "x_reference", NULL};
    char primitives[256] = "";

    (void)state;
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_SORT; p++)
        snprintf(primitives + strlen(primitives), sizeof(primitives) - strlen(primitives), "%s%s",
                 p ? "," : "", vkscan_primitive_name(p));
    assert_succeeded(RUN("--overhead", "--primitive", primitives, "--criterion", "less",
                         "--argsort", "--sizes", "1009", "--csv", "out.csv", "--json", "out.json"));
    cJSON *json = read_results("out.json");
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "overhead");
    assert_members(rows->child, members);
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_SORT; p++)
        assert_pipelines(json, p);
    assert_csv("out.csv", rows);
    cJSON_Delete(json);
}

static void csv_on_standard_output_sends_the_table_elsewhere(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {9}, {"auto"}};
    static const char start[] = "primitive,algorithm,resolved,type,out_type,op,reverse,access,"
                                "determinism,criterion,values,data,n,";

    (void)state;
    const struct result *result = RUN_REDUCE("--sizes", "9", "--csv", "-");
    assert_int_equal(result->status, 0);
    assert_int_equal(strncmp(result->output, start, strlen(start)), 0);
    assert_null(strstr(result->output, PASSED));
    assert_tables(result->error, &table, 1);
}

/* ---- plots ---- */

#define MAX_DEPTH 64

/* Moves *text behind the tag that it begins with, and keeps the names of the open ones. */
static void take_tag(const char **text, const char *open[MAX_DEPTH], int *depth)
{
    const char *name = *text + 1;
    const char *end = strchr(name, '>');

    assert_non_null(end);
    *text = end + 1;
    if (*name == '?' || *name == '!' || end[-1] == '/')
        return;
    if (*name != '/') {
        assert_in_range(*depth, 0, MAX_DEPTH - 1);
        open[(*depth)++] = name;
        return;
    }
    const size_t length = (size_t)(end - ++name);
    assert_in_range(*depth, 1, MAX_DEPTH);
    assert_int_equal(strncmp(open[--*depth], name, length), 0);
    assert_non_null(strchr(" \t\n>", open[*depth][length]));
}

/* Every tag is closed in turn, and the outermost is svg. */
static void assert_is_svg(const char *text)
{
    const char *open[MAX_DEPTH];
    int depth = 0, tags = 0;

    assert_int_equal(strncmp(text, "<?xml ", 6), 0);
    while ((text = strchr(text, '<'))) {
        take_tag(&text, open, &depth);
        tags++;
    }
    assert_int_equal(depth, 0);
    assert_true(tags > 10);
    assert_int_equal(strncmp(open[0], "svg", 3), 0);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static int count_texts(const char *svg, const char *name)
{
    char element[128];

    snprintf(element, sizeof(element), "<text>%s</text>", name);
    return count_of(svg, element);
}

static void plots_have_a_line_for_each_algorithm(void **state)
{
    static const struct {
        const char *name;
        int panels;
    } lines[] = {{"read", 1},     {"copy", 1},        {"auto (subgroup)", 2},
                 {"blelloch", 2}, {"interleaved", 1}, {"tree", 1},
                 {"naive", 1},    {"direct", 1},      {"brent-kung", 1},
                 {"coarse", 1},   {"sequential", 1},  {"kogge-stone", 1},
                 {"unrolled", 1}, {"chained", 0},     {"cpu", 0}};
    size_t size;

    (void)state;
    need_gnuplot();
    assert_succeeded(RUN("--sizes", "2^10:2^12,7,7", "--repeat", "1", "--algorithm",
                         "auto,blelloch,interleaved,tree,naive,direct,brent-kung,coarse,"
                         "sequential,kogge-stone,unrolled",
                         "--plot", "out.svg"));
    assert_int_equal(count_files(), 1);
    char *svg = read_file("out.svg", &size);
    assert_is_svg(svg);
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        assert_int_equal(count_texts(svg, lines[i].name), lines[i].panels);
    assert_int_equal(count_texts(svg, "reduce"), 1);
    assert_int_equal(count_texts(svg, "inclusive-scan"), 1);
    assert_int_equal(count_of(svg, ": add, u32<"), 1);
    assert_int_equal(count_texts(svg, "2^10"), 2);
    free(svg);
}

static void plots_of_one_point_on_standard_output(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {9}, {"subgroup"}};

    (void)state;
    need_gnuplot();
    const struct result *result =
        RUN_REDUCE("--sizes", "9", "--algorithm", "subgroup", "--plot", "-");
    assert_int_equal(result->status, 0);
    assert_is_svg(result->output);
    assert_int_equal(count_texts(result->output, "subgroup"), 1);
    assert_tables(result->error, &table, 1);
}

static void look_nowhere(void)
{
    setenv("PATH", "", 1);
}

static void look_here(void)
{
    setenv("PATH", ".", 1);
}

static void plots_without_gnuplot_fail_before_anything_is_measured(void **state)
{
    const struct feed feed = {.prepare = look_nowhere};

    (void)state;
    assert_fails_with(FAILED, "apt-get install gnuplot-nox", &feed,
                      ARGUMENTS("--sizes", "9", "--plot", "out.svg", "--json", "out.json"));
    assert_succeeded(program_run(&feed, ARGUMENTS("--sizes", "9", "--repeat", "1")));
}

static void gnuplot_that_does_not_run_fails_before_anything_is_measured(void **state)
{
    (void)state;
    write_script("gnuplot", "echo 'not today' >&2; exit 3");
    assert_fails_with(FAILED, "gnuplot failed with status 3: not today",
                      &(struct feed){.prepare = look_here}, ARGUMENTS("--plot", "out.svg"));
}

/* Then the other files do not appear either. */
static void gnuplot_that_does_not_draw_fails(void **state)
{
    static const struct {
        const char *commands;
        const char *word;
    } rows[] = {
        {"[ $1 = --version ] || { echo 'line 5: no such thing' >&2; exit 1; }",
         "vkscan-bench: gnuplot failed with status 1: line 5: no such thing\n"},
        {"[ $1 = --version ] || kill -9 $$", "vkscan-bench: gnuplot was ended by signal 9\n"},
        {"[ $1 = --version ] || echo '<svg><path'", "picture has no end"},
        {":", "picture has no end"},
    };
    const struct feed feed = {.prepare = look_here};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_script("gnuplot", rows[i].commands);
        const struct result *result =
            program_run(&feed, ARGUMENTS("--sizes", "9", "--repeat", "1", "--plot", "out.svg",
                                         "--json", "out.json", "--csv", "out.csv"));
        assert_int_equal(result->status, FAILED);
        assert_non_null(strstr(result->error, rows[i].word));
        assert_non_null(strstr(result->output, NOT_PASSED "\n"));
        assert_int_equal(count_files(), 1);
    }
}

/* ---- failures ---- */

static void two_reports_in_one_file_are_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    assert_int_equal(symlink("directory", "elsewhere"), 0);
    ASSERT_FAILS(MISUSED, "--json '-' and --csv '-' are the same file", "--json", "-", "--csv",
                 "-");
    ASSERT_FAILS(MISUSED, "--csv '-' and --plot '-' are the same file", "--plot", "-", "--csv",
                 "-");
    ASSERT_FAILS(MISUSED, "--json 'a' and --plot 'a' are the same file", "--plot", "a", "--json",
                 "a");
    /* None of them exists. */
    ASSERT_FAILS(MISUSED, "--json 'a' and --csv './a' are", "--json", "a", "--csv", "./a");
    ASSERT_FAILS(MISUSED, "'a' and --plot 'directory/../a'", "--csv", "a", "--plot",
                 "directory/../a");
    ASSERT_FAILS(MISUSED, "'directory/a' and --csv 'elsewhere/a'", "--json", "directory/a", "--csv",
                 "elsewhere/a");
    write_file("old", "old", 3);
    assert_int_equal(symlink("old", "link"), 0);
    assert_int_equal(link("old", "hard"), 0);
    ASSERT_FAILS(MISUSED, "'old' and --csv './old'", "--json", "old", "--csv", "./old");
    ASSERT_FAILS(MISUSED, "'link' and --csv 'old'", "--json", "link", "--csv", "old");
    ASSERT_FAILS(MISUSED, "'old' and --csv 'hard'", "--json", "old", "--csv", "hard");
    assert_file("old", "old", 3);
}

static void files_of_one_name_in_two_directories_are_two(void **state)
{
    (void)state;
    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(mkdir("b", 0777), 0);
    write_file("b/old", "old", 3);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--algorithm", "interleaved", "--json", "a/out",
                                "--csv", "b/out"));
    cJSON_Delete(read_results("a/out"));
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--algorithm", "interleaved", "--json", "b/old",
                                "--csv", "a/old"));
    cJSON_Delete(read_results("b/old"));
}

static void plots_are_svg(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "--plot draws an SVG", "--plot", "./a.png");
}

static void unwritable_files_fail_before_anything_is_measured(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    ASSERT_FAILS(FAILED, "No such file", "--json", "missing/out.json");
    ASSERT_FAILS(FAILED, "No such file", "--json", "");
    ASSERT_FAILS(FAILED, "Is a directory", "--json", "directory");
    ASSERT_FAILS(FAILED, "Not a directory", "--json", "/dev/null/out.json");
    ASSERT_FAILS(FAILED, "No such file", "--json", "out.json", "--csv", "missing/out.csv");
    ASSERT_FAILS(FAILED, "Is a directory", "--csv", "directory", "--json", "out.json");
}

/* Then the other files do not appear either. */
static void files_that_cannot_be_written_in_the_end_fail(void **state)
{
    static const char *const options[][2] = {{"--json", "--csv"}, {"--csv", "--json"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        const struct result *result =
            RUN_REDUCE("--sizes", "9", options[i][0], "/dev/full", options[i][1], "out");
        assert_int_equal(result->status, FAILED);
        assert_string_equal(result->error,
                            "vkscan-bench: cannot write /dev/full: No space left on device\n");
        assert_non_null(strstr(result->output, NOT_PASSED "\n"));
        assert_null(strstr(result->output, PASSED));
        assert_int_equal(count_files(), 0);
    }
}

static void plots_that_cannot_be_written_in_the_end_fail(void **state)
{
    (void)state;
    need_gnuplot();
    const struct result *result = RUN_REDUCE("--sizes", "9", "--plot", "/dev/full");
    assert_int_equal(result->status, FAILED);
    assert_string_equal(result->error,
                        "vkscan-bench: cannot write /dev/full: No space left on device\n");
    assert_non_null(strstr(result->output, NOT_PASSED "\n"));
}

static void fill_standard_output(void)
{
    if (!freopen("/dev/full", "w", stdout))
        _exit(125);
}

static void close_standard_output(void)
{
    close(STDOUT_FILENO);
}

static void break_standard_output(void)
{
    int ends[2];

    if (pipe(ends) != 0)
        _exit(125);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
}

/* Then there is no JSON either. */
static void standard_output_may_fail(void **state)
{
    static const struct {
        void (*prepare)(void);
        const char *word;
    } rows[] = {
        {fill_standard_output, "No space left"},
        {close_standard_output, "Bad file descriptor"},
        {break_standard_output, "Broken pipe"},
    };

    (void)state;
    write_file("old.json", "old", 3);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct feed feed = {.prepare = rows[i].prepare};
        assert_fails_with(FAILED, rows[i].word, &feed, ARGUMENTS("--help"));
        assert_fails_with(FAILED, rows[i].word, &feed, ARGUMENTS("--list"));
        assert_fails_with(FAILED, rows[i].word, &feed,
                          ARGUMENTS("--sizes", "9", "--repeat", "1", "--json", "old.json"));
        assert_file("old.json", "old", 3);
    }
}

int main(void)
{
    const struct CMUnitTest bench_files[] = {
        PROGRAM_TEST(json_has_every_row),
        PROGRAM_TEST(json_on_standard_output_sends_the_table_elsewhere),
        PROGRAM_TEST(json_replaces_what_was_there),
        PROGRAM_TEST(json_has_the_tuning_that_was_given),
        PROGRAM_TEST(json_tells_what_auto_stands_for),
        PROGRAM_TEST(csv_says_the_same_as_json),
        PROGRAM_TEST(overhead_is_written_for_every_primitive),
        PROGRAM_TEST(csv_on_standard_output_sends_the_table_elsewhere),
        PROGRAM_TEST(plots_have_a_line_for_each_algorithm),
        PROGRAM_TEST(plots_of_one_point_on_standard_output),
        PROGRAM_TEST(plots_without_gnuplot_fail_before_anything_is_measured),
        PROGRAM_TEST(gnuplot_that_does_not_run_fails_before_anything_is_measured),
        PROGRAM_TEST(gnuplot_that_does_not_draw_fails),
        PROGRAM_TEST(two_reports_in_one_file_are_refused),
        PROGRAM_TEST(files_of_one_name_in_two_directories_are_two),
        PROGRAM_TEST(plots_are_svg),
        PROGRAM_TEST(unwritable_files_fail_before_anything_is_measured),
        PROGRAM_TEST(files_that_cannot_be_written_in_the_end_fail),
        PROGRAM_TEST(plots_that_cannot_be_written_in_the_end_fail),
        PROGRAM_TEST(standard_output_may_fail),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_files);
}
