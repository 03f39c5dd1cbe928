/* SPDX-License-Identifier: MIT */
/* The program vkscan-bench: its table, its JSON, and what it refuses. */
#define _XOPEN_SOURCE 700
#include "program.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x
#define VERSION                                                                                    \
    STRING(VKSCAN_VERSION_MAJOR) "." STRING(VKSCAN_VERSION_MINOR) "." STRING(VKSCAN_VERSION_PATCH)

#define PASSED "GOLD TEST PASSED!"
#define NOT_PASSED "GOLD TEST FAILED"

/* What --algorithm all stands for. */
#define ALL_ALGORITHMS "blelloch", "subgroup"

/* ---- the table ---- */

/* What one table should hold. The sizes are in the order of the rows; 0 ends them. */
struct expected {
    const char *title;
    const char *limit;
    uint64_t sizes[8];
    const char *algorithms[8]; /* NULL ends them */
};

/* The next line of *text, which is moved behind it. */
static const char *take_line(char **text)
{
    char *line = *text;
    char *end = strchr(line, '\n');

    assert_non_null(end);
    *end = '\0';
    *text = end + 1;
    return line;
}

static void assert_line(char **text, const char *expected)
{
    assert_string_equal(take_line(text), expected);
}

static double take_number(const char **text)
{
    char *end;
    const double number = strtod(*text, &end);

    assert_ptr_not_equal(end, *text);
    assert_true(isfinite(number) && number >= 0);
    *text = end;
    return number;
}

static void take_word(const char **text, const char *expected)
{
    const size_t length = strlen(expected);

    *text += strspn(*text, " ");
    assert_int_equal(strncmp(*text, expected, length), 0);
    assert_int_equal((*text)[length], ' ');
    *text += length;
}

/* "* 1048576  2^20  subgroup ..."; returns the ms. */
static double take_row(char **text, uint64_t size, const char *name, bool *best)
{
    const char *line = take_line(text);
    char count[32], power[8] = "";

    assert_in_range(strlen(line), 1, 80);
    *best = line[0] == '*';
    assert_true(*best || line[0] == ' ');
    line++;
    snprintf(count, sizeof(count), "%" PRIu64, size);
    take_word(&line, count);
    for (unsigned i = 0; i < 64; i++)
        if (size == 1ull << i)
            snprintf(power, sizeof(power), "2^%u", i);
    if (power[0])
        take_word(&line, power);
    take_word(&line, name);
    const double ms = take_number(&line);
    for (int i = 0; i < 4; i++) /* Gelem/s, GB/s and two ratios */
        take_number(&line);
    assert_string_equal(line, "");
    return ms;
}

/* The limit, the CPU, and the algorithms, of which one of the fastest is marked. */
static void take_rows(char **text, const struct expected *e, uint64_t size)
{
    double best_ms = INFINITY, marked_ms = INFINITY;
    unsigned marks = 0;
    bool best;

    take_row(text, size, e->limit, &best);
    assert_false(best);
    take_row(text, size, "cpu", &best);
    assert_false(best);
    for (size_t i = 0; e->algorithms[i]; i++) {
        const double ms = take_row(text, size, e->algorithms[i], &best);
        best_ms = ms < best_ms ? ms : best_ms;
        marked_ms = best ? ms : marked_ms;
        marks += best;
    }
    assert_int_equal(marks, 1);
    assert_true(marked_ms <= best_ms);
    assert_line(text, "");
}

static void take_table(char **text, const struct expected *e)
{
    char head[81];

    snprintf(head, sizeof(head),
             "    elements        algorithm         ms   Gelem/s      GB/s   of %s    vs CPU",
             e->limit);
    assert_line(text, e->title);
    assert_line(text, "");
    assert_line(text, head);
    for (size_t i = 0; e->sizes[i]; i++)
        take_rows(text, e, e->sizes[i]);
}

/* The whole output: the device, the tables, the verdict. */
static void assert_tables(char *text, const struct expected *tables, size_t count)
{
    assert_true(strlen(take_line(&text)) > 0);
    assert_non_null(strstr(take_line(&text), ", Vulkan 1."));
    assert_line(&text, "");
    for (size_t i = 0; i < count; i++)
        take_table(&text, &tables[i]);
    assert_line(&text, PASSED);
    assert_string_equal(text, "");
}

static void assert_prints_tables(const struct result *result, const struct expected *tables,
                                 size_t count)
{
    assert_succeeded(result);
    assert_tables(result->output, tables, count);
}

static void the_default_is_a_reduction_and_a_scan(void **state)
{
    static const struct expected tables[] = {
        {"reduce, add, u32: medians of up to 3 runs, * is the fastest",
         "read",
         {1024, 1009},
         {ALL_ALGORITHMS}},
        {"inclusive-scan, add, u32: medians of up to 3 runs, * is the fastest",
         "copy",
         {1024, 1009},
         {ALL_ALGORITHMS}},
    };

    (void)state;
    assert_prints_tables(RUN("--sizes", "2^10,1009", "--repeat", "3"), tables, 2);
}

static void assert_right(vkscan_primitive primitive, vkscan_type type, vkscan_op op)
{
    char title[81];
    const struct expected table = {
        title, primitive == VKSCAN_PRIMITIVE_REDUCE ? "read" : "copy", {1009}, {ALL_ALGORITHMS}};

    snprintf(title, sizeof(title), "%s, %s, %s: medians of up to 1 runs, * is the fastest",
             vkscan_primitive_name(primitive), vkscan_op_name(op), vkscan_type_name(type));
    assert_prints_tables(RUN("--primitive", vkscan_primitive_name(primitive), "--type",
                             vkscan_type_name(type), "--op", vkscan_op_name(op), "--sizes", "1009",
                             "--repeat", "1"),
                         &table, 1);
}

/* With one primitive after the other: each row warms a GPU up, so all with all takes minutes. */
static void every_type_and_operator_is_right(void **state)
{
    int turn = 0;

    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++)
            if (type != VKSCAN_TYPE_F32 || op < VKSCAN_OP_AND)
                assert_right((vkscan_primitive)(turn++ % 3), type, op);
}

#define REDUCE_TITLE "reduce, add, u32: medians of up to 1 runs, * is the fastest"
#define RUN_REDUCE(...) RUN("--primitive", "reduce", "--repeat", "1", __VA_ARGS__)

static void algorithms_come_in_the_order_given(void **state)
{
    static const struct {
        const char *given;
        struct expected table;
    } rows[] = {
        {"blelloch", {REDUCE_TITLE, "read", {100}, {"blelloch"}}},
        {"subgroup,blelloch", {REDUCE_TITLE, "read", {100}, {"subgroup", "blelloch"}}},
        {"auto", {REDUCE_TITLE, "read", {100}, {"auto"}}},
        {"all", {REDUCE_TITLE, "read", {100}, {ALL_ALGORITHMS}}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_prints_tables(RUN_REDUCE("--sizes", "100", "--algorithm", rows[i].given),
                             &rows[i].table, 1);
}

static void sizes_are_counts_powers_and_ranges(void **state)
{
    static const struct {
        const char *given;
        uint64_t sizes[8];
    } rows[] = {
        {"1", {1}},
        {"2^0", {1}},
        {"010", {10}},
        {"2^10:2^12", {1024, 2048, 4096}},
        {"2^5:2^5", {32}},
        {"16:64", {16, 32, 64}},
        {"7,2^3:2^4,100,7", {7, 8, 16, 100, 7}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct expected table = {.title = REDUCE_TITLE, .limit = "read", .algorithms = {"auto"}};
        memcpy(table.sizes, rows[i].sizes, sizeof(table.sizes));
        assert_prints_tables(RUN_REDUCE("--sizes", rows[i].given, "--algorithm", "auto"), &table,
                             1);
    }
}

static void of_an_option_given_twice_the_last_counts(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {5}, {"subgroup"}};

    (void)state;
    assert_prints_tables(RUN("--sizes=9", "--primitive=exclusive-scan", "--algorithm=blelloch",
                             "--repeat=2", "--repeat", "1", "--algorithm", "subgroup", "--sizes",
                             "5", "--primitive", "reduce"),
                         &table, 1);
}

/* Some sizes too large are left out with a word; the others are measured. */
static void sizes_beyond_the_device_are_left_out(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {100}, {"auto"}};

    (void)state;
    const struct result *result =
        RUN_REDUCE("--algorithm", "auto", "--sizes", "2^40,100,2^62:2^63");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->error, "vkscan-bench: 3 of 4 sizes left out"));
    assert_ptr_equal(strchr(result->error, '\n'), result->error + result->error_size - 1);
    assert_tables(result->output, &table, 1);
}

/* ---- the terminal ---- */

static char terminal_name[128];

static void use_terminal_as_error(void)
{
    const int terminal = open(terminal_name, O_RDWR | O_NOCTTY);

    if (terminal < 0 || dup2(terminal, STDERR_FILENO) < 0)
        _exit(125);
}

/* A terminal on standard error sees what is being measured, and in the end an empty line. */
static void progress_is_for_terminals_and_leaves_no_trace(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {100}, {"blelloch"}};
    static const char erase[] = "\r\033[K";
    const struct feed feed = {.prepare = use_terminal_as_error};
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    char seen[4096];

    (void)state;
    assert_true(terminal >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    snprintf(terminal_name, sizeof(terminal_name), "%s", ptsname(terminal));
    const int keep_open = open(terminal_name, O_RDWR | O_NOCTTY);
    assert_prints_tables(program_run(&feed, ARGUMENTS("--primitive", "reduce", "--repeat", "1",
                                                      "--sizes", "100", "--algorithm", "blelloch")),
                         &table, 1);
    const ssize_t size = read(terminal, seen, sizeof(seen) - 1);
    assert_true(size > (ssize_t)strlen(erase));
    seen[size] = '\0';
    assert_non_null(strstr(seen, "measuring read of 100"));
    assert_non_null(strstr(seen, "measuring blelloch of 100"));
    assert_null(strchr(seen, '\n'));
    assert_string_equal(seen + size - strlen(erase), erase);
    close(keep_open);
    close(terminal);
}

/* ---- JSON ---- */

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    assert_true(cJSON_IsNumber(member));
    return member->valuedouble;
}

static const char *string_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    assert_true(cJSON_IsString(member));
    return member->valuestring;
}

/* These and no others, in this order. */
static void assert_members(const cJSON *object, const char *const names[])
{
    const cJSON *member = object->child;

    for (size_t i = 0; names[i]; i++, member = member->next) {
        assert_non_null(member);
        assert_string_equal(member->string, names[i]);
    }
    assert_null(member);
}

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

    assert_members(result, ARGUMENTS("primitive", "algorithm", "type", "op", "n", "repeats",
                                     "ms_min", "ms_median", "ms_max", "gelem_per_s", "gb_per_s",
                                     "limit_ratio", "verified"));
    assert_string_equal(string_of(result, "primitive"), primitive);
    assert_string_equal(string_of(result, "algorithm"), algorithm);
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

static cJSON *parse(const char *text, size_t size)
{
    const char *end;
    cJSON *json = cJSON_ParseWithOpts(text, &end, false);

    assert_non_null(json);
    assert_ptr_equal(end, text + size - 1);
    assert_int_equal(*end, '\n');
    assert_members(json, ARGUMENTS("vkscan", "device", "results"));
    return json;
}

static void json_has_every_row(void **state)
{
    static const char *const algorithms[][8] = {{"read", "cpu", ALL_ALGORITHMS},
                                                {"copy", "cpu", ALL_ALGORITHMS}};
    static const char *const primitives[] = {"reduce", "exclusive-scan"};
    static const uint64_t sizes[] = {1, 1 << 12};
    size_t size;

    (void)state;
    assert_succeeded(RUN("--primitive", "reduce,exclusive-scan", "--type", "i32", "--op", "max",
                         "--sizes", "1,2^12", "--repeat", "4", "--json", "out.json"));
    assert_int_equal(count_files(), 1);
    char *text = read_file("out.json", &size);
    cJSON *json = parse(text, size);
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
    free(text);
}

static void json_on_standard_output_sends_the_table_elsewhere(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {9}, {"auto"}};

    (void)state;
    const struct result *result = RUN_REDUCE("--sizes", "9", "--algorithm", "auto", "--json", "-");
    assert_int_equal(result->status, 0);
    cJSON_Delete(parse(result->output, result->output_size));
    assert_tables(result->error, &table, 1);
}

static void json_replaces_what_was_there(void **state)
{
    size_t size;

    (void)state;
    write_file("out.json", "old", 3);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--json", "out.json"));
    char *text = read_file("out.json", &size);
    cJSON_Delete(parse(text, size));
    free(text);
}

/* ---- devices ---- */

static void devices_are_found_by_index_and_by_name(void **state)
{
    char name[256];

    (void)state;
    const struct result *result =
        RUN_REDUCE("--sizes", "9", "--algorithm", "auto", "--device", "0");
    assert_succeeded(result);
    snprintf(name, sizeof(name), "%s", result->output);
    *strchr(name, '\n') = '\0';
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--algorithm", "auto", "--device", name));
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--algorithm", "auto", "--device", name + 1));
}

/* ---- information ---- */

static void list_has_every_summary(void **state)
{
    (void)state;
    const struct result *result = RUN("--list");
    assert_succeeded(result);
    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++) {
        assert_non_null(strstr(result->output, vkscan_primitive_name(p)));
        for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++)
            if (vkscan_algorithm_summary(a, p))
                assert_non_null(strstr(result->output, vkscan_algorithm_summary(a, p)));
    }
}

static void help_and_version_need_nothing_else(void **state)
{
    static const char *const parts[] = {"usage: vkscan-bench", "--primitive", "--json", "xor",
                                        "subgroup"};

    (void)state;
    const struct result *result = RUN("--help");
    assert_succeeded(result);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        assert_non_null(strstr(result->output, parts[i]));
    assert_printed(RUN("--version"), "vkscan-bench " VERSION);
    assert_succeeded(RUN("-h"));
}

/* ---- bad usage ---- */

static void unknown_options_are_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown option --size;", "--size", "9");
    ASSERT_FAILS(MISUSED, "unknown option --prim=reduce", "--prim=reduce");
    ASSERT_FAILS(MISUSED, "unknown option -xy", "-xy");
    ASSERT_FAILS(MISUSED, "unknown option -j", "--sizes", "9", "-j", "out.json");
    ASSERT_FAILS(MISUSED, "--json needs a value", "--sizes", "9", "--json");
    ASSERT_FAILS(MISUSED, "--list takes no value", "--list=all");
    ASSERT_FAILS(MISUSED, "unexpected 'out.json'", "--list", "out.json");
    ASSERT_FAILS(MISUSED, "unexpected '-'", "-");
    ASSERT_FAILS(MISUSED, "unexpected '--list'", "--", "--list");
    ASSERT_FAILS(MISUSED, "unexpected ''", "");
}

static void unknown_names_are_refused_and_the_known_told(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown primitive 'scan'; there are reduce, inclusive-scan",
                 "--primitive", "scan");
    ASSERT_FAILS(MISUSED, "unknown primitive ''", "--primitive", "");
    ASSERT_FAILS(MISUSED, "unknown primitive ''", "--primitive", "reduce,");
    ASSERT_FAILS(MISUSED, "unknown algorithm 'fast'; there are auto, blelloch", "--algorithm",
                 "subgroup,fast");
    ASSERT_FAILS(MISUSED, "unknown algorithm 'all'", "--algorithm", "all,auto");
    ASSERT_FAILS(MISUSED, "unknown type 'u64'; there are u32, i32, f32", "--type", "u64");
    ASSERT_FAILS(MISUSED, "unknown type 'default'", "--type", "default");
    ASSERT_FAILS(MISUSED, "unknown operator 'sum'; there are add, mul", "--op", "sum");
    ASSERT_FAILS(MISUSED, "unknown operator 'add?'", "--op", "add\n");
}

static void too_many_names_are_refused(void **state)
{
    char names[64 * 5] = "auto";

    (void)state;
    for (size_t i = 4; i + 5 < sizeof(names); i += 5)
        memcpy(names + i, ",auto", 6);
    ASSERT_FAILS(MISUSED, "more than 32 names", "--algorithm", names);
}

static void bad_sizes_are_refused(void **state)
{
    static const char *const sizes[] = {
        "",      "abc",
        "0",     "-1",
        "+1",    " 1",
        "1 ",    "1k",
        "1.5",   "2^",
        "2^-1",  "2^ 3",
        "2^64",  "2^99",
        "3^4",   "2^3^2",
        "1,",    ",1",
        "1,,2",  "1:",
        ":8",    "5:7",
        "4:7",   "3:8",
        "8:4",   "0:8",
        "1:2:4", "2^3:2^",
        "2^0:0", "0x10",
        "1e6",   "1;2",
        "2^0:9", "99999999999999999999",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        ASSERT_FAILS(MISUSED, "bad sizes '", "--sizes", sizes[i]);
}

static void too_many_sizes_are_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "at most 64", "--sizes", "2^0:2^63,1");
    ASSERT_FAILS(MISUSED, "at most 64", "--sizes", "2^0:2^62,2^0:2^62");
}

static void bad_repeats_are_refused(void **state)
{
    static const char *const repeats[] = {"",   "0",  "-1",   "+1",
                                          " 1", "1x", "1024", "99999999999999999999"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(repeats); i++)
        ASSERT_FAILS(MISUSED, "1 to 1023", "--repeat", repeats[i]);
}

static void types_without_the_operator_are_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "type f32 has no operator and", "--type", "f32", "--op", "and");
    ASSERT_FAILS(MISUSED, "type f32 has no operator or", "--op", "or", "--type", "f32", "--json",
                 "out.json");
    ASSERT_FAILS(MISUSED, "type f32 has no operator xor", "--op", "xor", "--type", "f32");
}

/* ---- failures ---- */

static void unknown_devices_fail(void **state)
{
    (void)state;
    ASSERT_FAILS(FAILED, "no device 99", "--device", "99", "--json", "out.json");
    ASSERT_FAILS(FAILED, "\"abacus\"", "--device", "abacus");
    ASSERT_FAILS(FAILED, "\"\"", "--device", "");
}

static void sizes_beyond_the_device_alone_fail(void **state)
{
    (void)state;
    ASSERT_FAILS(FAILED, "too many elements", "--sizes", "2^40", "--json", "out.json");
    ASSERT_FAILS(FAILED, "too many elements", "--sizes", "2^63");
    ASSERT_FAILS(FAILED, "too many elements", "--sizes", "18446744073709551615");
}

static void unwritable_json_fails_before_anything_is_measured(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    ASSERT_FAILS(FAILED, "No such file", "--json", "missing/out.json");
    ASSERT_FAILS(FAILED, "No such file", "--json", "");
    ASSERT_FAILS(FAILED, "Is a directory", "--json", "directory");
    ASSERT_FAILS(FAILED, "Not a directory", "--json", "/dev/null/out.json");
}

static void json_that_cannot_be_written_in_the_end_fails(void **state)
{
    (void)state;
    const struct result *result = RUN_REDUCE("--sizes", "9", "--json", "/dev/full");
    assert_int_equal(result->status, FAILED);
    assert_string_equal(result->error,
                        "vkscan-bench: cannot write /dev/full: No space left on device\n");
    assert_non_null(strstr(result->output, NOT_PASSED "\n"));
    assert_null(strstr(result->output, PASSED));
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
    const struct CMUnitTest bench[] = {
        PROGRAM_TEST(the_default_is_a_reduction_and_a_scan),
        PROGRAM_TEST(every_type_and_operator_is_right),
        PROGRAM_TEST(algorithms_come_in_the_order_given),
        PROGRAM_TEST(sizes_are_counts_powers_and_ranges),
        PROGRAM_TEST(of_an_option_given_twice_the_last_counts),
        PROGRAM_TEST(sizes_beyond_the_device_are_left_out),
        PROGRAM_TEST(progress_is_for_terminals_and_leaves_no_trace),
        PROGRAM_TEST(json_has_every_row),
        PROGRAM_TEST(json_on_standard_output_sends_the_table_elsewhere),
        PROGRAM_TEST(json_replaces_what_was_there),
        PROGRAM_TEST(devices_are_found_by_index_and_by_name),
        PROGRAM_TEST(list_has_every_summary),
        PROGRAM_TEST(help_and_version_need_nothing_else),
        PROGRAM_TEST(unknown_options_are_refused),
        PROGRAM_TEST(unknown_names_are_refused_and_the_known_told),
        PROGRAM_TEST(too_many_names_are_refused),
        PROGRAM_TEST(bad_sizes_are_refused),
        PROGRAM_TEST(too_many_sizes_are_refused),
        PROGRAM_TEST(bad_repeats_are_refused),
        PROGRAM_TEST(types_without_the_operator_are_refused),
        PROGRAM_TEST(unknown_devices_fail),
        PROGRAM_TEST(sizes_beyond_the_device_alone_fail),
        PROGRAM_TEST(unwritable_json_fails_before_anything_is_measured),
        PROGRAM_TEST(json_that_cannot_be_written_in_the_end_fails),
        PROGRAM_TEST(standard_output_may_fail),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench);
}
