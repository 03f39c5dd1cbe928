/* SPDX-License-Identifier: MIT */
/* The program vkscan, given what it should refuse, and interrupted. */
#define _XOPEN_SOURCE 700
#include "program.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "full_disk.h"
#include "npy_files.h"

enum { FAILED = 1, MISUSED = 2 };

static const uint32_t data[] = {1, 2, 3};

static void no_arguments_print_the_usage(void **state)
{
    (void)state;
    const struct result *result = program_run(&(struct feed){0}, (const char *const[]){NULL});
    assert_int_equal(result->status, MISUSED);
    assert_int_equal(result->output_size, 0);
    assert_non_null(strstr(result->error, "usage: vkscan"));
}

static void commands_are_checked(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown command 'sum'", "sum", "a.npy");
    ASSERT_FAILS(MISUSED, "no command", "--op", "add");
    ASSERT_FAILS(MISUSED, "no command", "--");
    ASSERT_FAILS(MISUSED, "takes no FILE", "devices", "a.npy");
    ASSERT_FAILS(MISUSED, "needs a FILE", "reduce");
    ASSERT_FAILS(MISUSED, "needs a FILE", "scan", "-o", "b");
    ASSERT_FAILS(MISUSED, "needs -o", "scan", "a.npy");
    ASSERT_FAILS(MISUSED, "'a.npy' and 'b.npy'", "reduce", "a.npy", "b.npy");
    ASSERT_FAILS(MISUSED, "'a.npy' and '--op'", "reduce", "a.npy", "--", "--op");
}

static void options_are_checked(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "unknown option --opp", "reduce", "a.npy", "--opp", "add");
    ASSERT_FAILS(MISUSED, "unknown option --o=add", "reduce", "a.npy", "--o=add");
    ASSERT_FAILS(MISUSED, "unknown option -x", "reduce", "a.npy", "-x");
    ASSERT_FAILS(MISUSED, "--op needs a value", "reduce", "a.npy", "--op");
    ASSERT_FAILS(MISUSED, "-o needs a value", "scan", "a.npy", "-o");
    ASSERT_FAILS(MISUSED, "--exclusive takes no value", "scan", "a.npy", "--exclusive=yes");
    ASSERT_FAILS(MISUSED, "no option --exclusive", "reduce", "a.npy", "--exclusive");
    ASSERT_FAILS(MISUSED, "no option --output", "reduce", "a.npy", "-o", "b");
    ASSERT_FAILS(MISUSED, "no option --op", "devices", "--op", "add");
}

static void names_are_checked_and_told(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    ASSERT_FAILS(MISUSED, "add, mul, min", "reduce", "a.npy", "--op", "plus");
    ASSERT_FAILS(MISUSED, "unknown operator ''", "reduce", "a.npy", "--op", "");
    ASSERT_FAILS(MISUSED, "auto, blelloch", "reduce", "a.npy", "--algorithm", "fast");
    ASSERT_FAILS(MISUSED, "unknown determinism 'always'; there are run, fastest, everywhere",
                 "reduce", "a.npy", "--determinism", "always");
    ASSERT_FAILS(MISUSED, "no option --determinism", "devices", "--determinism", "run");
    ASSERT_FAILS(MISUSED, "algorithm tree, one of the textbook's, has no determinism but", "reduce",
                 "a.npy", "--determinism", "fastest", "--algorithm", "tree");
    write_npy("f.npy", VKSCAN_TYPE_F32, data, 3);
    ASSERT_FAILS(MISUSED, "the algorithm is blelloch, or auto", "reduce", "f.npy", "--determinism",
                 "everywhere", "--algorithm", "subgroup");
    ASSERT_FAILS(MISUSED, "u32, i32, f32, u8", "reduce", "a.npy", "--type", "u7");
    ASSERT_FAILS(MISUSED, "unknown type 'long'", "reduce", "a.npy", "--out-type", "long");
    ASSERT_FAILS(MISUSED, "unknown type 'default'", "reduce", "a.npy", "--type", "default");
}

static void devices_are_checked(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    ASSERT_FAILS(FAILED, "no device 99", "reduce", "a.npy", "--device", "99");
    ASSERT_FAILS(FAILED, "\"abacus\"", "reduce", "a.npy", "--device", "abacus");
    ASSERT_FAILS(FAILED, "\"\"", "scan", "a.npy", "--device", "", "-o", "b");
}

static void policies_are_checked(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    ASSERT_FAILS(MISUSED, "--tuning: policies[0].workgroup_size 500 is out of range: powers of two",
                 "reduce", "a.npy", "--tuning", "subgroup=500x2");
    ASSERT_FAILS(MISUSED, "tuning 'tiles=512x2' has no known name; there are blelloch, subgroup",
                 "scan", "a.npy", "-o", "b", "--tuning", "spin-limit=9 tiles=512x2");
    ASSERT_FAILS(MISUSED, "--tuning needs a value", "reduce", "a.npy", "--tuning");
    ASSERT_FAILS(MISUSED, "--tuning is empty", "reduce", "a.npy", "--tuning", "");
    ASSERT_FAILS(MISUSED, "no option --tuning", "devices", "--tuning", "");
}

static void types_without_the_operator_are_refused(void **state)
{
    static const char *const ops[] = {"and", "or", "xor"};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_F32, data, 3);
    for (size_t i = 0; i < COUNT_OF(ops); i++) {
        ASSERT_FAILS(MISUSED, "add, mul, min, max", "reduce", "a.npy", "--op", ops[i]);
        ASSERT_FAILS(MISUSED, ops[i], "scan", "a.npy", "--op", ops[i], "-o", "b");
    }
}

static void seeds_are_checked(void **state)
{
    static const struct {
        vkscan_type type;
        const char *seeds[10];
    } rows[] = {
        {VKSCAN_TYPE_U32,
         {"-1", "4294967296", "1x", "", " 1", "1 ", "0x", "1.0", "99999999999999999999"}},
        {VKSCAN_TYPE_I32, {"2147483648", "-2147483649", "0x80000000", "--1", "-", "1e3", "one"}},
        {VKSCAN_TYPE_F32, {"3.5e38", "-1e99", "1.5f", "", " 1", "1,5", "infinite"}},
        {VKSCAN_TYPE_U8, {"-1", "256", "0x100", "1.0"}},
        {VKSCAN_TYPE_I16, {"32768", "-32769", "0x8000"}},
        {VKSCAN_TYPE_F16, {"65520", "-1e9", "half"}},
        {VKSCAN_TYPE_U64, {"-1", "18446744073709551616"}},
        {VKSCAN_TYPE_I64, {"9223372036854775808", "-9223372036854775809"}},
        {VKSCAN_TYPE_F64, {"1e309", "-1e309", "1e"}},
        {VKSCAN_TYPE_U32X2, {"1", "1,2,3", "1,", ",1", "1;2", "1, 2", "-1,2", ""}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_npy("a.npy", rows[i].type, data, sizeof(data) / vkscan_type_size(rows[i].type));
        for (size_t j = 0; rows[i].seeds[j]; j++)
            ASSERT_FAILS(MISUSED, vkscan_type_name(rows[i].type), "reduce", "a.npy", "--seed",
                         rows[i].seeds[j]);
    }
}

static void piece_sizes_are_checked(void **state)
{
    static const char *const pieces[] = {"0", "-1", "", "many", "1k", "99999999999999999999"};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        ASSERT_FAILS(MISUSED, "--piece", "reduce", "a.npy", "--piece", pieces[i]);
}

static void inputs_must_be_readable_files(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    ASSERT_FAILS(FAILED, "No such file", "reduce", "missing.npy");
    ASSERT_FAILS(FAILED, "No such file", "reduce", "");
    ASSERT_FAILS(FAILED, "is a directory", "reduce", "directory");
    ASSERT_FAILS(FAILED, "Not a directory", "reduce", "/dev/null/a.npy");
    ASSERT_FAILS(FAILED, "No such file", "scan", "missing.npy", "-o", "b.npy");
}

static void raw_data_need_a_type(void **state)
{
    (void)state;
    write_file("a.raw", data, sizeof(data));
    ASSERT_FAILS(MISUSED, "--type", "reduce", "a.raw");
    ASSERT_FAILS(MISUSED, "standard input is raw", "reduce", "-");
    ASSERT_FAILS_FED(MISUSED, "u32, i32, f32", data, sizeof(data), "scan", "-", "-o", "b");
}

static void raw_data_must_be_whole_elements(void **state)
{
    (void)state;
    for (size_t size = 1; size < sizeof(data); size++) {
        if (size % sizeof(data[0]) == 0)
            continue;
        write_file("a.raw", data, size);
        ASSERT_FAILS(FAILED, "multiple", "reduce", "a.raw", "--type", "u32");
        ASSERT_FAILS_FED(FAILED, "multiple", data, size, "scan", "-", "--type", "f32", "-o", "b",
                         "--piece", "1");
    }
}

static void types_must_not_contradict_the_file(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    ASSERT_FAILS(MISUSED, "holds u32, not f32", "reduce", "a.npy", "--type", "f32");
}

static void names_must_not_contradict_the_file(void **state)
{
    (void)state;
    write_file("a.npy", data, sizeof(data));
    ASSERT_FAILS(FAILED, "not a NumPy file", "reduce", "a.npy");
    ASSERT_FAILS(FAILED, "not a NumPy file", "reduce", "a.npy", "--type", "u32");
    write_file("a.npy", "", 0);
    ASSERT_FAILS(FAILED, "not a NumPy file", "reduce", "a.npy");
}

static void other_arrays_are_refused(void **state)
{
    static const struct {
        const char *dictionary;
        const char *word;
    } rows[] = {
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (3,), }", "<f16"},
        {"{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", "<c8"},
        {"{'descr': '>f8', 'fortran_order': False, 'shape': (3,), }", "<f8 (f64)"},
        {"{'descr': '>u4', 'fortran_order': False, 'shape': (3,), }", ">u4"},
        {"{'descr': '=u4', 'fortran_order': False, 'shape': (3,), }", "=u4"},
        {"{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", "of booleans a.astype('u1')"},
        {"{'descr': '<U5', 'fortran_order': False, 'shape': (3,), }", "<U5"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", "<u4 (u32)"},
        {"{'descr': 'u4', 'fortran_order': False, 'shape': (3,), }", "dtype u4"},
        {"{'descr': [('x', '<u4'), ('y)', '<f4')], 'fortran_order': False, 'shape': (3,), }",
         "[('x', '<u4')"},
        {"{'descr': ('<u4', (3,)), 'fortran_order': False, 'shape': (1,), }", "('<u4', (3,))"},
        {"{'descr': '<u4', 'fortran_order': True, 'shape': (3,), }", "Fortran"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (), }", "0 dimensions"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (3, 1), }", "2 dimensions"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (1, 5), }", "rows of 5; an array"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (3, 0), }", "rows of 0; an array"},
        {"{'descr': '<u2', 'fortran_order': False, 'shape': (3, 2), }", "vectors have <u4"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (3,1,1,), }", "3 dimensions"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (4611686018427387904,), }", "more"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (18446744073709551616,), }", "more"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (36893488147419103235,), }", "more"},
        /* 3 * 2^64 + 3: 3 in 64 bits, and so are its first 19 digits times 10, and 1 */
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (55340232221128654851,), }", "more"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        write_npy_with("a.npy", 1, rows[i].dictionary, data, sizeof(data));
        ASSERT_FAILS(FAILED, rows[i].word, "reduce", "a.npy");
    }
}

static void malformed_headers_are_refused(void **state)
{
    static const char *const dictionaries[] = {
        "",
        "{",
        "{}",
        "[]",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), ",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,) }}",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,) } x",
        "{'descr': '<u4', 'fortran_order': False, }",
        "{'descr': '<u4', 'shape': (3,), }",
        "{'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (-3,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3.0,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': [3], }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': 3, }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,",
        "{'descr': '<u4', 'fortran_order': False 'shape': (3,), }",
        "{'descr': '<u4',, 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<u4, 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<\\x754', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<u4', 'fortran_order': 0, 'shape': (3,), }",
        "{'descr': '<u4', 'fortran_order': Falsy, 'shape': (3,), }",
        "{'descr': '<u4', 'descr': '<u4', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), 'more': 1, }",
        "{'descr': [('x', '<u4', 'fortran_order': False, 'shape': (3,), }",
        "{descr: '<u4', 'fortran_order': False, 'shape': (3,), }",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(dictionaries); i++) {
        write_npy_with("a.npy", 1, dictionaries[i], data, sizeof(data));
        ASSERT_FAILS(FAILED, "a.npy is not a valid .npy file: ", "reduce", "a.npy");
    }
}

static void leading_zeros_and_control_characters_are_refused(void **state)
{
    static const struct {
        const char *dictionary; /* in which ? stands for NUL */
        const char *word;
    } rows[] = {
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (03,), }", "leading zero"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (003L,), }", "leading zero"},
        {"{'descr': '<u4?', 'fortran_order': False, 'shape': (3,), }", "control character"},
        {"{'descr?': '<u4', 'fortran_order': False, 'shape': (3,), }", "control character"},
        {"{'descr': '<u4\n', 'fortran_order': False, 'shape': (3,), }", "control character"},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (3?,), }", "malformed"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t size;
        write_npy_with("a.npy", 1, rows[i].dictionary, data, sizeof(data));
        char *file = read_file("a.npy", &size);
        for (size_t at = 0; at < size; at++)
            file[at] = file[at] == '?' ? '\0' : file[at];
        write_file("a.npy", file, size);
        free(file);
        ASSERT_FAILS(FAILED, rows[i].word, "reduce", "a.npy");
    }
}

static void other_versions_are_refused(void **state)
{
    static const char *const starts[] = {"\x93NUMPY\x04\x00", "\x93NUMPY\x01\x01"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        write_file("a.npy", starts[i], 8);
        ASSERT_FAILS(FAILED, "version", "reduce", "a.npy");
    }
    write_file("a.npy", "\x93NUMPY\x00\x00 ", 9);
    ASSERT_FAILS(FAILED, "version 0.0", "reduce", "a.npy");
}

static void endless_headers_are_refused(void **state)
{
    (void)state;
    write_file("a.npy", "\x93NUMPY\x02\x00\xff\xff\xff\xff{", 13);
    ASSERT_FAILS(FAILED, "4294967295 bytes", "reduce", "a.npy");
}

/* Every place at which a file can be cut. */
static void truncated_files_are_refused(void **state)
{
    size_t size;
    char *file = make_npy(VKSCAN_TYPE_U32, data, 3, &size);
    const size_t header = size - sizeof(data);

    (void)state;
    for (size_t cut = 0; cut < size; cut++) {
        const char *word = cut < 6        ? "not a NumPy file"
                           : cut < header ? "ends within"
                                          : "of 3 elements";
        write_file("a.npy", file, cut);
        ASSERT_FAILS(FAILED, word, "reduce", "a.npy");
    }
    ASSERT_FAILS_FED(FAILED, "holds 2 of 3", file, size - 1, "reduce", "-");
    ASSERT_FAILS_FED(FAILED, "holds 2 of 3", file, size - 4, "reduce", "-", "--piece", "1");
    ASSERT_FAILS_FED(FAILED, "holds 0 of 3", file, header, "scan", "-", "-o", "b");
    free(file);
}

static void bytes_after_the_data_are_refused(void **state)
{
    size_t size;

    (void)state;
    char *file = make_npy(VKSCAN_TYPE_U32, data, 3, &size);
    write_file("a.npy", file, size);
    FILE *longer = fopen("a.npy", "ab");
    assert_non_null(longer);
    fputc('x', longer);
    fclose(longer);
    ASSERT_FAILS(FAILED, "after its 3 elements", "reduce", "a.npy");
    char *whole = read_file("a.npy", &size);
    ASSERT_FAILS_FED(FAILED, "after its 3 elements", whole, size, "scan", "-", "-o", "b");
    ASSERT_FAILS_FED(FAILED, "after its 3 elements", whole, size, "reduce", "-", "--piece=3");
    free(whole);
    free(file);
}

/* Any byte of a header changed to anything: an answer or one line, never a crash. */
static void damaged_headers_do_no_harm(void **state)
{
    static const char damage[] = {'\0', '\xff', '\'', '(', '}', '9'};
    size_t size;
    char *file = make_npy(VKSCAN_TYPE_U32, data, 3, &size);

    (void)state;
    for (size_t at = 6; at < 70; at++) {
        const char kept = file[at];
        file[at] = damage[at % sizeof(damage)];
        write_file("a.npy", file, size);
        file[at] = kept;
        const struct result *result = RUN("reduce", "a.npy");
        if (result->status != 0)
            ASSERT_FAILS(FAILED, "a.npy", "reduce", "a.npy");
    }
    free(file);
}

static void hostile_names_stay_on_one_line(void **state)
{
    (void)state;
    ASSERT_FAILS(FAILED, "a?b?[31m", "reduce", "a\nb\x1b[31m");
    ASSERT_FAILS(MISUSED, "?", "reduce", "a.npy", "--op", "add\n");
}

static void outputs_must_be_writable(void **state)
{
    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    write_file("file", "old", 3);
    assert_int_equal(mkdir("directory", 0777), 0);
    assert_int_equal(symlink("nowhere", "link"), 0);
    ASSERT_FAILS(FAILED, "Not a directory", "scan", "a.npy", "-o", "file/b.npy");
    ASSERT_FAILS(FAILED, "No such file", "scan", "a.npy", "-o", "missing/b.npy");
    ASSERT_FAILS(FAILED, "No such file", "scan", "a.npy", "-o", "/proc/b.npy");
    ASSERT_FAILS(FAILED, "No such file", "scan", "a.npy", "-o", "");
    ASSERT_FAILS(FAILED, "link", "scan", "a.npy", "-o", "link");
    ASSERT_FAILS(FAILED, "Is a directory", "scan", "a.npy", "-o", "directory");
    ASSERT_FAILS(FAILED, "No space left", "scan", "a.npy", "-o", "/dev/full");
    assert_file("file", "old", 3);
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

static void close_standard_input(void)
{
    close(STDIN_FILENO);
}

static void standard_streams_may_fail(void **state)
{
    const struct feed full = {.prepare = fill_standard_output};
    const struct feed closed = {.prepare = close_standard_output};
    const struct feed no_input = {.prepare = close_standard_input};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    assert_fails_with(FAILED, "No space left", &full, ARGUMENTS("reduce", "a.npy"));
    assert_fails_with(FAILED, "No space left", &full, ARGUMENTS("scan", "a.npy", "-o", "-"));
    assert_fails_with(FAILED, "No space left", &full, ARGUMENTS("devices"));
    assert_fails_with(FAILED, "No space left", &full, ARGUMENTS("--help"));
    assert_fails_with(FAILED, "standard output", &closed, ARGUMENTS("reduce", "a.npy"));
    assert_fails_with(FAILED, "standard output", &closed, ARGUMENTS("scan", "a.npy", "-o-"));
    assert_fails_with(FAILED, "standard input", &no_input, ARGUMENTS("reduce", "-"));
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

static void readers_may_go_away(void **state)
{
    const struct feed broken = {.prepare = break_standard_output};

    (void)state;
    write_npy("a.npy", VKSCAN_TYPE_U32, data, 3);
    assert_fails_with(FAILED, "Broken pipe", &broken, ARGUMENTS("scan", "a.npy", "-o", "-"));
    assert_fails_with(FAILED, "Broken pipe", &broken, ARGUMENTS("reduce", "a.npy"));
}

static void fill_directory(void)
{
    char here[PATH_MAX];

    if (!getcwd(here, sizeof(here)))
        _exit(125);
    setenv("FULL_DISK", here, 1);
    setenv("LD_PRELOAD", getenv("VKSCAN_FULL_DISK"), 1);
}

static void a_failed_write_leaves_what_was_there(void **state)
{
    static const uint32_t many[FULL_DISK_SIZE];
    const struct feed full = {.prepare = fill_directory};

    (void)state;
    assert_non_null(getenv("VKSCAN_FULL_DISK"));
    write_npy("a.npy", VKSCAN_TYPE_U32, many, COUNT_OF(many));
    write_file("b.npy", "old", 3);
    assert_fails_with(FAILED, "No space left", &full,
                      ARGUMENTS("scan", "a.npy", "-o", "b.npy", "--piece", "100"));
    assert_fails_with(FAILED, "No space left", &full, ARGUMENTS("scan", "a.npy", "-o", "c"));
    assert_file("b.npy", "old", 3);
}

/* The header would come first, and cannot be written again at the end of the input. */
static void npy_files_of_unknown_length_need_a_file(void **state)
{
    int fifo;

    (void)state;
    assert_int_equal(mkfifo("b.npy", 0666), 0);
    fifo = open("b.npy", O_RDWR); /* so that the program can open it */
    assert_true(fifo >= 0);
    ASSERT_FAILS_FED(MISUSED, "cannot write a .npy header to b.npy, which cannot be rewritten",
                     data, sizeof(data), "scan", "-", "--type", "u32", "-o", "b.npy");
    assert_int_equal(fcntl(fifo, F_SETFL, O_NONBLOCK), 0);
    char byte;
    assert_int_equal(read(fifo, &byte, 1), -1); /* nothing was written */
    close(fifo);
}

static void a_failed_read_leaves_what_was_there(void **state)
{
    static const uint32_t many[1000];
    size_t size;
    char *file = make_npy(VKSCAN_TYPE_U32, many, COUNT_OF(many), &size);

    (void)state;
    write_file("b.npy", "old", 3);
    ASSERT_FAILS_FED(FAILED, "holds 999 of 1000", file, size - 1, "scan", "-", "-o", "b.npy",
                     "--piece", "100");
    assert_file("b.npy", "old", 3);
    free(file);
}

static void wait_for_files(size_t count)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    for (int i = 0; i < 10000 && count_files() != count; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(count_files(), count);
}

static void an_interrupted_run_leaves_nothing(void **state)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        int input, status;
        /* Waits for elements that never come, its temporary file already there. */
        const pid_t child =
            program_start(&input, ARGUMENTS("scan", "-", "--type", "u32", "-o", "b"));
        assert_int_equal(write(input, data, sizeof(data)), sizeof(data));
        wait_for_files(1);
        kill(child, signals[i]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
        assert_int_equal(count_files(), 0);
        close(input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROGRAM_TEST(no_arguments_print_the_usage),
        PROGRAM_TEST(commands_are_checked),
        PROGRAM_TEST(options_are_checked),
        PROGRAM_TEST(names_are_checked_and_told),
        PROGRAM_TEST(devices_are_checked),
        PROGRAM_TEST(policies_are_checked),
        PROGRAM_TEST(types_without_the_operator_are_refused),
        PROGRAM_TEST(seeds_are_checked),
        PROGRAM_TEST(piece_sizes_are_checked),
        PROGRAM_TEST(inputs_must_be_readable_files),
        PROGRAM_TEST(raw_data_need_a_type),
        PROGRAM_TEST(raw_data_must_be_whole_elements),
        PROGRAM_TEST(types_must_not_contradict_the_file),
        PROGRAM_TEST(names_must_not_contradict_the_file),
        PROGRAM_TEST(other_arrays_are_refused),
        PROGRAM_TEST(malformed_headers_are_refused),
        PROGRAM_TEST(leading_zeros_and_control_characters_are_refused),
        PROGRAM_TEST(other_versions_are_refused),
        PROGRAM_TEST(endless_headers_are_refused),
        PROGRAM_TEST(truncated_files_are_refused),
        PROGRAM_TEST(bytes_after_the_data_are_refused),
        PROGRAM_TEST(damaged_headers_do_no_harm),
        PROGRAM_TEST(hostile_names_stay_on_one_line),
        PROGRAM_TEST(outputs_must_be_writable),
        PROGRAM_TEST(standard_streams_may_fail),
        PROGRAM_TEST(readers_may_go_away),
        PROGRAM_TEST(a_failed_write_leaves_what_was_there),
        PROGRAM_TEST(npy_files_of_unknown_length_need_a_file),
        PROGRAM_TEST(a_failed_read_leaves_what_was_there),
        PROGRAM_TEST(an_interrupted_run_leaves_nothing),
    };

    return PROGRAM_MAIN("VKSCAN_PROGRAM", tests);
}
