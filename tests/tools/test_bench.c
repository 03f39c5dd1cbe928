/* SPDX-License-Identifier: MIT */
/* The program vkscan-bench: its tables, and what it refuses. */
#define _XOPEN_SOURCE 700
#include "bench_output.h"
#include "reference.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x
#define VERSION                                                                                    \
    STRING(VKSCAN_VERSION_MAJOR) "." STRING(VKSCAN_VERSION_MINOR) "." STRING(VKSCAN_VERSION_PATCH)

static void assert_prints_tables(const struct result *result, const struct expected *tables,
                                 size_t count)
{
    assert_succeeded(result);
    assert_tables(result->output, tables, count);
}

static void the_default_is_a_reduction_and_a_scan_by_auto(void **state)
{
    static const struct expected tables[] = {
        {"reduce, add, u32: medians of up to 3 runs, * is the fastest",
         "read",
         {1024, 1009},
         {"auto"}},
        {"inclusive-scan, add, u32: medians of up to 3 runs, * is the fastest",
         "copy",
         {1024, 1009},
         {"auto"}},
    };

    (void)state;
    assert_prints_tables(RUN("--sizes", "2^10,1009", "--repeat", "3"), tables, 2);
}

/* A NULL algorithm is that of the textbook that compiles fastest. */
static void assert_right(vkscan_primitive primitive, vkscan_type type, vkscan_type out_type,
                         vkscan_op op, const char *algorithm)
{
    const bool reduces = primitive == VKSCAN_PRIMITIVE_REDUCE;
    const char *name = algorithm ? algorithm : reduces ? "interleaved" : "naive";
    char title[100], into[20] = "";
    const struct expected table = {title, reduces ? "read" : "copy", {1009}, {name}};

    if (out_type != type)
        snprintf(into, sizeof(into), " into %s", vkscan_type_name(out_type));
    snprintf(title, sizeof(title), "%s, %s, %s%s: medians of up to 1 runs, * is the fastest",
             vkscan_primitive_name(primitive), vkscan_op_name(op), vkscan_type_name(type), into);
    assert_prints_tables(RUN("--primitive", vkscan_primitive_name(primitive), "--type",
                             vkscan_type_name(type), "--out-type", vkscan_type_name(out_type),
                             "--op", vkscan_op_name(op), "--sizes", "1009", "--repeat", "1",
                             "--tuning", "subgroup=128x1", "--algorithm", name),
                         &table, 1);
}

/* Without --primitive, the primitives are those that the algorithms compute. */
static void algorithms_decide_on_primitives(void **state)
{
    static const struct expected scan = {
        "inclusive-scan, add, u32: medians of up to 1 runs, * is the fastest",
        "copy",
        {100},
        {"chained", "auto"}};
    static const struct expected reduction = {REDUCE_TITLE, "read", {100}, {"tree"}};
    static const struct expected each[] = {
        {REDUCE_TITLE, "read", {100}, {"tree", "auto"}},
        {"inclusive-scan, add, u32: medians of up to 1 runs, * is the fastest",
         "copy",
         {100},
         {"auto", "chained"}},
    };

    (void)state;
    assert_prints_tables(RUN("--sizes", "100", "--repeat", "1", "--algorithm", "chained,auto"),
                         &scan, 1);
    assert_prints_tables(RUN("--sizes", "100", "--repeat", "1", "--algorithm", "tree"), &reduction,
                         1);
    assert_prints_tables(RUN("--sizes", "100", "--repeat", "1", "--algorithm", "tree,auto,chained"),
                         each, 2);
    ASSERT_FAILS(FAILED, "algorithm chained does not compute reduce", "--algorithm", "tree,chained",
                 "--primitive", "reduce");
    ASSERT_FAILS(FAILED, "algorithm tree does not compute inclusive-scan", "--algorithm", "tree",
                 "--primitive", "inclusive-scan");
}

/* The level is in the title; what cannot have it is refused. */
static void sums_are_measured_at_each_level(void **state)
{
    static const struct expected everywhere = {
        "reduce, add, f32, everywhere: medians of up to 1 runs, * is the fastest",
        "read",
        {100},
        {"auto"}};

    (void)state;
    assert_prints_tables(RUN("--primitive", "reduce", "--type", "f32", "--sizes", "100", "--repeat",
                             "1", "--determinism", "everywhere"),
                         &everywhere, 1);
    ASSERT_FAILS(MISUSED, "the algorithm is blelloch, or auto", "--type", "f32", "--algorithm",
                 "lookback", "--determinism", "everywhere");
    ASSERT_FAILS(MISUSED, "--metrics counts", "--metrics", "--determinism", "everywhere");
}

static void assert_numbers(const char *text, const char *label)
{
    const char *row = strstr(text, label);
    double a, b, c, d;

    assert_non_null(row);
    assert_int_equal(sscanf(row + strlen(label), "%lf %lf %lf %lf\n", &a, &b, &c, &d), 4);
    assert_true(a > 0 && b > 0 && c > 0 && d > 0);
}

static void overhead_has_a_row_for_each_plan_and_pipeline(void **state)
{
    (void)state;
    const struct result *result = RUN("--overhead", "--algorithm", "single,blelloch");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\ndrivers' caches on disk are off: "
                                           "__GL_SHADER_DISK_CACHE=0 "
                                           "MESA_SHADER_CACHE_DISABLE=true "));
    const char *table = strstr(result->output, "\nreduce, add, u32: ms to create");
    assert_non_null(table);
    assert_numbers(table, "\n    copy reference ");
    assert_numbers(table, "\n        2^20  single ");
    assert_numbers(table, "\n    single_reduce uint32 ");
    assert_numbers(table, "\n        2^20  blelloch ");
    assert_numbers(table, "\n    blelloch_reduce uint32 ");
    assert_null(strstr(table, "scan"));
    ASSERT_FAILS(MISUSED, "time no runs", "--overhead", "--plot", "a.svg");
    result = RUN("--overhead", "--algorithm", "direct", "--sizes", "262145");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->error, "direct inclusive-scan of 262145 failed: capacity"));
    assert_null(strstr(result->output, "262145"));
}

/* Of --algorithm all, those that refuse the count are left out with a message; by name they fail.
 */
static void what_is_too_much_is_left_out(void **state)
{
    static const char too_much[] = "capacity 262145 is too much work for algorithm direct";
    static const struct expected table = {
        "inclusive-scan, add, u32: medians of up to 1 runs, * is the fastest",
        "copy",
        {262145},
        {"blelloch", "subgroup", "naive", "kogge-stone", "brent-kung", "brent-kung-unpadded",
         "brent-kung-coarse", "coarse", "blelloch-unpadded", "chained", "lookback", "lookahead",
         "blelloch-tile"}};

    (void)state;
    const struct result *result = RUN("--primitive", "inclusive-scan", "--sizes", "262145",
                                      "--repeat", "1", "--algorithm", "all");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->error, too_much));
    assert_tables(result->output, &table, 1);
    result = RUN("--primitive", "inclusive-scan", "--sizes", "262145", "--repeat", "1",
                 "--algorithm", "direct");
    assert_int_equal(result->status, FAILED);
    assert_non_null(strstr(result->error, too_much));
}

/* Each with one of the primitives in turn. The limit moves the bytes of two types, and the CPU's
 * loop computes as the library does. */
static void every_operator_is_right(void **state)
{
    int turn = 0;

    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_U32; type <= VKSCAN_TYPE_F32; type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++)
            if (reference_has(type, op))
                assert_right((vkscan_primitive)(turn++ % 3), type, type, op, NULL);
}

static void every_type_is_right(void **state)
{
    int turn = 0;

    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_F32 + 1; vkscan_type_name(type); type++, turn++)
        assert_right((vkscan_primitive)(turn % 3), type, type, (vkscan_op)(turn % 4), "subgroup");
}

static void every_output_type_is_right(void **state)
{
    int turn = 0;

    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_type out = VKSCAN_TYPE_U32; vkscan_type_name(out); out++)
            if (out != type && reference_converts(type, out)) {
                assert_right((vkscan_primitive)(turn % 3), type, out, (vkscan_op)(turn % 4),
                             "subgroup");
                turn++;
            }
}

static void algorithms_come_in_the_order_given(void **state)
{
    static const struct {
        const char *given;
        struct expected table;
    } rows[] = {
        {"blelloch", {REDUCE_TITLE, "read", {100}, {"blelloch"}}},
        {"subgroup,blelloch", {REDUCE_TITLE, "read", {100}, {"subgroup", "blelloch"}}},
        {"auto", {REDUCE_TITLE, "read", {100}, {"auto"}}},
        {"all", {REDUCE_TITLE, "read", {100}, {ALL_REDUCTIONS}}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_prints_tables(RUN_REDUCE("--sizes", "100", "--algorithm", rows[i].given),
                             &rows[i].table, 1);
}

/* Which algorithm auto stands for. */
static void policies_decide_on_auto(void **state)
{
    (void)state;
    const struct result *result =
        RUN("--sizes", "100,3000,5000", "--repeat", "1", "--tuning",
            "subgroup=128x1 lookback=128x1x1@2000..5000 lookahead=128x1x1@never "
            "single=128x1x1@2000..5000");
    assert_succeeded(result);
    const char *lookback = strstr(result->output, "auto (lookback)");
    const char *single = strstr(result->output, "auto (single)");
    assert_non_null(lookback);
    assert_non_null(single);
    assert_null(strstr(lookback + 1, "auto (lookback)"));
    assert_null(strstr(single + 1, "auto (single)"));
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

/* Sizes that are too large are left out with a message. */
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

/* Skipped where there is no pseudo-terminal. A terminal on standard error sees what is being
 * measured, and in the end an empty line. */
static void progress_is_for_terminals_and_leaves_no_trace(void **state)
{
    static const struct expected table = {REDUCE_TITLE, "read", {100}, {"blelloch"}};
    static const char erase[] = "\r\033[K";
    const struct feed feed = {.prepare = use_terminal_as_error};
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    char seen[4096];

    (void)state;
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        skip();
    snprintf(terminal_name, sizeof(terminal_name), "%s", ptsname(terminal));
    const int keep_open = open(terminal_name, O_RDWR | O_NOCTTY);
    if (keep_open < 0)
        skip();
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
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
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

static void policies_are_checked(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "tuning 'subgroup=512' is no policy", "--tuning", "subgroup=512");
    ASSERT_FAILS(MISUSED, "tuning 'spin-limit=0' is out of range", "--metrics", "--tuning",
                 "spin-limit=0");
    ASSERT_FAILS(MISUSED, "--tuning: policies[1].items 17 is out of range: single takes 1 to 16",
                 "--tuning", "subgroup=512x2 single=512x17");
    ASSERT_FAILS(MISUSED, "--tuning is empty", "--tuning", ""); /* as of a --tune that failed */
    ASSERT_FAILS(MISUSED, "--tuning is empty", "--tuning", " \n");
}

static void unknown_names_are_refused_and_the_known_told(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown primitive 'scan'; there are reduce, inclusive-scan",
                 "--primitive", "scan");
    ASSERT_FAILS(MISUSED, "unknown primitive 'histogram'; there are reduce", "--primitive",
                 "histogram");
    ASSERT_FAILS(MISUSED, "unknown primitive ''", "--primitive", "");
    ASSERT_FAILS(MISUSED, "unknown primitive ''", "--primitive", "reduce,");
    ASSERT_FAILS(MISUSED, "unknown algorithm 'fast'; there are auto, blelloch", "--algorithm",
                 "subgroup,fast");
    ASSERT_FAILS(MISUSED, "unknown algorithm 'all'", "--algorithm", "all,auto");
    ASSERT_FAILS(MISUSED, "unknown type 'u65'; there are u32, i32, f32, u8", "--type", "u65");
    ASSERT_FAILS(MISUSED, "unknown type 'default'", "--type", "default");
    ASSERT_FAILS(MISUSED, "unknown operator 'sum'; there are add, mul", "--op", "sum");
    ASSERT_FAILS(MISUSED, "unknown operator 'add?'", "--op", "add\n");
    ASSERT_FAILS(MISUSED, "unknown determinism 'no'; there are run, fastest, everywhere",
                 "--determinism", "no");
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

int main(void)
{
    const struct CMUnitTest bench[] = {
        PROGRAM_TEST(the_default_is_a_reduction_and_a_scan_by_auto),
        PROGRAM_TEST(every_operator_is_right),
        PROGRAM_TEST(every_type_is_right),
        PROGRAM_TEST(every_output_type_is_right),
        PROGRAM_TEST(algorithms_decide_on_primitives),
        PROGRAM_TEST(what_is_too_much_is_left_out),
        PROGRAM_TEST(algorithms_come_in_the_order_given),
        PROGRAM_TEST(policies_decide_on_auto),
        PROGRAM_TEST(sizes_are_counts_powers_and_ranges),
        PROGRAM_TEST(of_an_option_given_twice_the_last_counts),
        PROGRAM_TEST(sizes_beyond_the_device_are_left_out),
        PROGRAM_TEST(progress_is_for_terminals_and_leaves_no_trace),
        PROGRAM_TEST(devices_are_found_by_index_and_by_name),
        PROGRAM_TEST(list_has_every_summary),
        PROGRAM_TEST(help_and_version_need_nothing_else),
        PROGRAM_TEST(unknown_options_are_refused),
        PROGRAM_TEST(policies_are_checked),
        PROGRAM_TEST(unknown_names_are_refused_and_the_known_told),
        PROGRAM_TEST(too_many_names_are_refused),
        PROGRAM_TEST(sums_are_measured_at_each_level),
        PROGRAM_TEST(overhead_has_a_row_for_each_plan_and_pipeline),
        PROGRAM_TEST(bad_sizes_are_refused),
        PROGRAM_TEST(too_many_sizes_are_refused),
        PROGRAM_TEST(bad_repeats_are_refused),
        PROGRAM_TEST(types_without_the_operator_are_refused),
        PROGRAM_TEST(unknown_devices_fail),
        PROGRAM_TEST(sizes_beyond_the_device_alone_fail),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench);
}
