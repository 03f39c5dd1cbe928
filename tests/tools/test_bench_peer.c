/* SPDX-License-Identifier: MIT */
/* vkscan-bench beside another library, for whose program a script or the CPU's takes the place. */
#define _XOPEN_SOURCE 700
#include "bench_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAILED = 1, MISUSED = 2 };

#define CUB "vkscan-peer-cub"
#define HEAD                                                                                       \
    "\"version\": \"3.0.1\", \"runtime\": \"CUDA 13.0\", \"driver\": \"CUDA 13.1\", "              \
    "\"device\": \"Abacus\""
#define TIMES "\"repeats\": 7, \"ms_min\": 1, \"ms_median\": 2, \"ms_max\": 4"
#define ANSWER "echo '{" HEAD ", \"result\": {" TIMES ", \"verified\": true}}'"

/* What the script does when it is to measure; before it says what it is. */
static void write_cub(const char *commands)
{
    char all[1024];

    snprintf(all, sizeof(all), "case \"$*\" in *--count*) %s;; *) echo '{" HEAD "}';; esac",
             commands);
    write_script(CUB, all);
}

static const struct expected reduction = {REDUCE_TITLE, "read", {9, 8}, {"auto", "cub"}};

/* ---- rows ---- */

static void its_row_stands_under_ours(void **state)
{
    (void)state;
    use_copy_of_program();
    write_cub(ANSWER);
    const struct result *result = RUN_REDUCE("--sizes", "9,8", "--peer", "cub");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\nCUB 3.0.1, CUDA 13.0, driver for CUDA 13.1\n\n"));
    assert_non_null(strstr(result->output, "2.0000   0.000    0.00"));
    assert_tables(result->output, &reduction, 1);
}

static void it_is_asked_for_each_measurement_and_the_same_device(void **state)
{
    static const char *const expected[] = {
        "",
        " --primitive reduce --type i32 --op max --count 9 --repeat 1",
        " --primitive reduce --type i32 --op max --count 8 --repeat 1",
        " --primitive exclusive-scan --type i32 --op max --count 9 --repeat 1",
        " --primitive exclusive-scan --type i32 --op max --count 8 --repeat 1",
    };
    size_t size;

    (void)state;
    use_copy_of_program();
    write_script(CUB, "echo \"$*\" >>asked; " ANSWER);
    assert_succeeded(RUN("--primitive", "reduce,exclusive-scan", "--type", "i32", "--op", "max",
                         "--sizes", "9,8", "--repeat", "1", "--peer", "cub"));
    char *asked = read_file("asked", &size), *text = asked;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const char *line = take_line(&text);
        assert_int_equal(strncmp(line, "--device ", 9), 0);
        assert_int_equal(strspn(line + 9, "0123456789abcdef"), 32);
        assert_string_equal(line + 9 + 32, expected[i]);
    }
    assert_string_equal(text, "");
    free(asked);
}

static void it_is_asked_for_the_same_data(void **state)
{
    static const char *const expected[] = {
        "",
        " --primitive select --type u32 --data random --criterion less --count 9 --repeat 1",
        " --primitive unique --type u32 --data random --count 9 --repeat 1",
        " --primitive sort --type u32 --data random --values 4 --count 9 --repeat 1",
    };
    size_t size;

    (void)state;
    use_copy_of_program();
    write_script(CUB, "echo \"$*\" >>asked; " ANSWER);
    assert_succeeded(RUN("--primitive", "select,unique,sort", "--criterion", "less", "--argsort",
                         "--sizes", "9", "--repeat", "1", "--peer", "cub"));
    char *asked = read_file("asked", &size), *text = asked;
    for (size_t i = 0; i < COUNT_OF(expected); i++)
        assert_string_equal(take_line(&text) + 9 + 32, expected[i]);
    assert_string_equal(text, "");
    free(asked);
}

static void each_name_is_a_way_to_ask(void **state)
{
    static const struct {
        const char *name, *end, *head;
    } rows[] = {
        {"cub", " --repeat 1", "\nCUB 3.0.1, "},
        {"cub-graph", " --repeat 1 --recorded", "\nCUB in a graph 3.0.1, "},
        {"cub-run-to-run", " --repeat 1 --run-to-run", "\nCUB run to run 3.0.1, "},
    };
    size_t size;

    (void)state;
    use_copy_of_program();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_script(CUB, "echo \"$*\" >asked; " ANSWER);
        const struct result *result = RUN_REDUCE("--sizes", "9", "--peer", rows[i].name);
        assert_succeeded(result);
        assert_non_null(strstr(result->output, rows[i].head));
        char *asked = read_file("asked", &size);
        const char *end = strstr(asked, " --repeat ");
        assert_non_null(end);
        assert_int_equal(strncmp(end, rows[i].end, strlen(rows[i].end)), 0);
        assert_string_equal(end + strlen(rows[i].end), "\n");
        free(asked);
    }
}

static void json_has_the_peer_and_ratios(void **state)
{
    const cJSON *result;

    (void)state;
    use_copy_of_program();
    write_cub(ANSWER);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--peer", "cub", "--json", "out.json"));
    cJSON *json = read_results("out.json");
    const cJSON *peer = cJSON_GetObjectItemCaseSensitive(json, "peer");
    assert_members(peer, ARGUMENTS("name", "version", "runtime", "driver", "device"));
    assert_string_equal(string_of(peer, "name"), "cub");
    assert_string_equal(string_of(peer, "version"), "3.0.1");
    assert_string_equal(string_of(peer, "runtime"), "CUDA 13.0");
    assert_string_equal(string_of(peer, "driver"), "CUDA 13.1");
    assert_string_equal(string_of(peer, "device"), "Abacus");
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 4);
    cJSON_ArrayForEach(result, results)
    {
        const double ratio = 2 / number_of(result, "ms_median");
        assert_members(result,
                       ARGUMENTS("primitive", "algorithm", "resolved", "type", "out_type", "op",
                                 "reverse", "access", "determinism", "criterion", "values", "data",
                                 "n", "repeats", "ms_min", "ms_median", "ms_max", "gelem_per_s",
                                 "gb_per_s", "limit_ratio", "peer_ratio", "verified"));
        assert_true(fabs(number_of(result, "peer_ratio") - ratio) <= 1e-9 * ratio);
    }
    const cJSON *cub = cJSON_GetArrayItem(results, 3);
    assert_string_equal(string_of(cub, "algorithm"), "cub");
    assert_string_equal(string_of(cub, "resolved"), "cub");
    assert_true(number_of(cub, "repeats") == 7);
    assert_true(number_of(cub, "ms_min") == 1);
    assert_true(number_of(cub, "ms_max") == 4);
    assert_true(number_of(cub, "peer_ratio") == 1);
    assert_true(number_of(cub, "gb_per_s") == 9 * 4 / 2e6);
    cJSON_Delete(json);
}

static void csv_has_its_row(void **state)
{
    static const char names[] = "primitive,algorithm,resolved,type,out_type,op,reverse,access,"
                                "determinism,criterion,values,data,n,repeats,ms_min,ms_median,"
                                "ms_max,gelem_per_s,gb_per_s,limit_ratio,peer_ratio,verified\n";
    size_t size;

    (void)state;
    use_copy_of_program();
    write_cub(ANSWER);
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--peer", "cub", "--csv", "out.csv"));
    char *csv = read_file("out.csv", &size);
    assert_int_equal(strncmp(csv, names, strlen(names)), 0);
    const char *row = strstr(
        csv, "\nreduce,cub,cub,u32,u32,add,false,descriptor-sets,run,none,none,random,9,7,1,2,4,");
    assert_non_null(row);
    assert_string_equal(strrchr(row, ',') - 2, ",1,true\n");
    free(csv);
}

static void plots_have_its_line(void **state)
{
    size_t size;

    (void)state;
    need_gnuplot();
    use_copy_of_program();
    write_cub(ANSWER);
    assert_succeeded(RUN_REDUCE("--sizes", "9,8", "--peer", "cub", "--plot", "out.svg"));
    char *svg = read_file("out.svg", &size);
    assert_non_null(strstr(svg, "<text>cub</text>"));
    free(svg);
}

/* It is a thousand times slower than before, and is shown. */
static void comparisons_do_not_judge_it(void **state)
{
    (void)state;
    use_copy_of_program();
    write_cub("echo '{" HEAD ", \"result\": {\"repeats\": 1, \"ms_min\": 0.002, \"ms_median\": "
              "0.002, \"ms_max\": 0.002, \"verified\": true}}'");
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--peer", "cub", "--json", "old.json"));
    write_cub(ANSWER);
    const struct result *result =
        RUN_REDUCE("--sizes", "9", "--peer", "cub", "--compare", "old.json", "--tolerance", "99.8");
    assert_succeeded(result);
    assert_non_null(strstr(result->output, "\n  reduce         cub                 u32  add        "
                                           "  9  0.0020  2.0000   0.001\n"));
    assert_non_null(strstr(result->output, "\n0 of 1 rows are slower"));
    assert_succeeded(RUN_REDUCE("--sizes", "9", "--compare", "old.json", "--tolerance", "99.8"));
}

/* The program around a peer, with the CPU behind it. */
static void the_cpu_is_a_peer(void **state)
{
    static const struct expected tables[] = {
        {"reduce, mul, f32: medians of up to 3 runs, * is the fastest",
         "read",
         {10007},
         {"auto", "cub"}},
        {"exclusive-scan, mul, f32: medians of up to 3 runs, * is the fastest",
         "copy",
         {10007},
         {"auto", "cub"}},
    };

    (void)state;
    use_copy_of_program();
    copy_program("VKSCAN_PEER_PROGRAM", CUB);
    const struct result *result =
        RUN("--primitive", "reduce,exclusive-scan", "--type", "f32", "--op", "mul", "--sizes",
            "10007", "--repeat", "3", "--peer", "cub");
    assert_succeeded(result);
    assert_tables(result->output, tables, 2);
}

/* ---- the real one ---- */

/* Where it is built and the device is one of CUDA's; anywhere else it is said what is missing. */
static void cub_is_right_where_it_is_there(void **state)
{
    static const struct {
        const char *type, *op;
    } rows[] = {{"u32", "add"}, {"i32", "min"}, {"f32", "max"}, {"f32", "mul"},
                {"u32", "xor"}, {"i32", "add"}, {"f32", "add"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct result *result =
            RUN("--primitive", "reduce,inclusive-scan,exclusive-scan", "--type", rows[i].type,
                "--op", rows[i].op, "--sizes", "1,1000003", "--repeat", "1", "--peer", "cub");
        if (result->status == 0)
            continue;
        assert_string_equal(result->output, "");
        assert_true(strstr(result->error, "without which there is no CUB") ||
                    strstr(result->error, "CUDA device"));
        break;
    }
}

/* ---- failures ---- */

static void without_its_program_it_is_absent(void **state)
{
    (void)state;
    use_copy_of_program();
    ASSERT_FAILS(FAILED, "without which there is no CUB: it has not been compiled, or", "--peer",
                 "cub", "--json", "out.json");
    write_file(CUB, "", 0);
    ASSERT_FAILS(FAILED, "build all with -Dpeer_cub=enabled", "--peer", "cub");
}

static void look_here(void)
{
    setenv("PATH", ".:/bin", 1);
}

static void its_program_is_not_looked_for_elsewhere(void **state)
{
    (void)state;
    use_copy_of_program();
    assert_int_equal(mkdir("elsewhere", 0777), 0);
    assert_int_equal(rename("vkscan-bench", "elsewhere/vkscan-bench"), 0);
    assert_int_equal(symlink("elsewhere/vkscan-bench", "vkscan-bench"), 0);
    write_cub(ANSWER);
    assert_fails_with(FAILED, "elsewhere/" CUB, &(struct feed){.prepare = look_here},
                      ARGUMENTS("--peer", "cub"));
}

static void bad_usage_is_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown peer 'thrust'; there is cub, cub-graph, cub-run-to-run",
                 "--peer", "thrust");
    ASSERT_FAILS(MISUSED, "unknown peer ''", "--peer", "");
    ASSERT_FAILS(MISUSED, "unknown peer 'cub,cub'", "--peer", "cub,cub");
    ASSERT_FAILS(MISUSED, "--metrics and --overhead time no", "--metrics", "--peer", "cub");
}

static void a_program_that_cannot_say_what_it_is_fails_before_anything_is_measured(void **state)
{
    static const struct {
        const char *commands;
        const char *word;
    } rows[] = {
        {"echo 'vkscan-peer-cub: none of 2 CUDA devices' >&2; exit 1",
         ": vkscan-peer-cub failed with status 1: none of 2 CUDA devices\n"},
        {"echo 'cannot open libfoo.so' >&2; exit 127", "failed with status 127: cannot open"},
        {"exit 3", "failed with status 3: it does not say why"},
        {"kill -9 $$", "vkscan-peer-cub was ended by signal 9"},
        {":", "vkscan-peer-cub prints no JSON"},
        {"echo '{'", "prints no JSON"},
        {"echo '{} and more'", "prints no JSON"},
        {"head -c 10000 /dev/zero | tr '\\0' ' '; echo '{" HEAD "}'", "prints no JSON"},
        {"echo '{}'", "does not say what it is"},
        {"echo '[]'", "does not say what it is"},
        {"echo '{\"version\": 3}'", "does not say what it is"},
    };

    (void)state;
    use_copy_of_program();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_script(CUB, rows[i].commands);
        ASSERT_FAILS(FAILED, rows[i].word, "--sizes", "9", "--peer", "cub", "--json", "out.json");
    }
    write_file(CUB, "\177ELF", 4);
    ASSERT_FAILS(FAILED, "vkscan-peer-cub ", "--sizes", "9", "--peer", "cub");
}

/* Its row is missing, the others are there, and no file is. */
static void a_measurement_that_fails_is_told_and_the_others_go_on(void **state)
{
    static const struct {
        const char *commands;
        const char *word;
    } rows[] = {
        {"echo 'vkscan-peer-cub: out of memory' >&2; exit 1",
         "vkscan-peer-cub failed with status 1: out of memory"},
        {"kill -11 $$", "vkscan-peer-cub was ended by signal 11"},
        {"echo '{\"version\"'", "vkscan-peer-cub prints no JSON"},
        {"echo '{" HEAD "}'", "vkscan-peer-cub tells no times"},
        {"echo '{\"result\": {\"repeats\": 1, \"ms_min\": 1, \"ms_max\": 1}}'", "tells no times"},
        {"echo '{\"result\": {\"repeats\": 1, \"ms_min\": 2, \"ms_median\": 1, \"ms_max\": 3}}'",
         "tells no times"},
        {"echo '{\"result\": {\"repeats\": 1, \"ms_min\": 0, \"ms_median\": 0, \"ms_max\": 0}}'",
         "tells no times"},
        {"echo '{\"result\": {" TIMES "}}'", "vkscan-peer-cub computes a wrong result"},
        {"echo '{\"result\": {" TIMES ", \"verified\": false}}'", "computes a wrong result"},
    };
    char line[256];

    (void)state;
    use_copy_of_program();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_cub(rows[i].commands);
        const size_t files = count_files();
        const struct result *result =
            RUN_REDUCE("--sizes", "9", "--peer", "cub", "--json", "out.json", "--csv", "out.csv");
        assert_int_equal(result->status, FAILED);
        snprintf(line, sizeof(line), "vkscan-bench: cub reduce of 9 failed: %s",
                 i == 0 ? rows[i].word : "vkscan-peer-cub ");
        assert_int_equal(strncmp(result->error, line, strlen(line)), 0);
        assert_non_null(strstr(result->error, rows[i].word));
        assert_ptr_equal(strchr(result->error, '\n'), result->error + result->error_size - 1);
        assert_non_null(strstr(result->output, "  auto (subgroup) "));
        assert_non_null(strstr(result->output, "       -\n\n" NOT_PASSED "\n"));
        assert_null(strstr(result->output, "  cub "));
        assert_int_equal(count_files(), files);
    }
}

int main(void)
{
    const struct CMUnitTest bench_peer[] = {
        PROGRAM_TEST(its_row_stands_under_ours),
        PROGRAM_TEST(it_is_asked_for_each_measurement_and_the_same_device),
        PROGRAM_TEST(it_is_asked_for_the_same_data),
        PROGRAM_TEST(each_name_is_a_way_to_ask),
        PROGRAM_TEST(json_has_the_peer_and_ratios),
        PROGRAM_TEST(csv_has_its_row),
        PROGRAM_TEST(plots_have_its_line),
        PROGRAM_TEST(comparisons_do_not_judge_it),
        PROGRAM_TEST(the_cpu_is_a_peer),
        PROGRAM_TEST(cub_is_right_where_it_is_there),
        PROGRAM_TEST(without_its_program_it_is_absent),
        PROGRAM_TEST(its_program_is_not_looked_for_elsewhere),
        PROGRAM_TEST(bad_usage_is_refused),
        PROGRAM_TEST(a_program_that_cannot_say_what_it_is_fails_before_anything_is_measured),
        PROGRAM_TEST(a_measurement_that_fails_is_told_and_the_others_go_on),
    };

    return PROGRAM_MAIN("VKSCAN_BENCH_PROGRAM", bench_peer);
}
