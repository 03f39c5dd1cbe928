/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIME_LIMIT 60 /* seconds */
#define ARGUMENT_MAX 32
#define SKIP 77

static char program[PATH_MAX];  /* the one that is run */
static char original[PATH_MAX]; /* the one under test */
static char directory[PATH_MAX];
static struct result last;

/* Whatever the tests were started by: shells ignore SIGINT for background jobs, nohup SIGHUP. */
static void reset_signals(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    for (size_t i = 0; i < COUNT_OF(signals); i++)
        signal(signals[i], SIG_DFL);
}

static void become_program(const char *const arguments[])
{
    const char *all[ARGUMENT_MAX] = {program};

    reset_signals();

    for (size_t i = 0; arguments[i] && i + 2 < ARGUMENT_MAX; i++)
        all[i + 1] = arguments[i];
    alarm(TIME_LIMIT);
    execv(program, (char *const *)(uintptr_t)all);
    _exit(126);
}

static pid_t spawn(int output, int error, const char *const arguments[])
{
    const int input = open("/dev/null", O_RDONLY);
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        dup2(input, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(error, STDERR_FILENO);
        become_program(arguments);
    }
    close(input);
    return child;
}

static char *take_all(FILE *file, size_t *size)
{
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, file), *size);
    data[*size] = '\0';
    fclose(file);
    return data;
}

const struct result *program_run(const char *const arguments[])
{
    FILE *output = tmpfile(), *error = tmpfile();
    int status;

    assert_non_null(output);
    assert_non_null(error);
    const pid_t child = spawn(fileno(output), fileno(error), arguments);
    assert_int_equal(waitpid(child, &status, 0), child);
    free(last.output);
    free(last.error);
    last.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    last.output = take_all(output, &last.output_size);
    last.error = take_all(error, &last.error_size);
    return &last;
}

void assert_succeeded(const struct result *result)
{
    if (result->status != 0 || result->error_size > 0)
        fail_msg("status %d: %s", result->status, result->error);
}

void assert_printed(const struct result *result, const char *line)
{
    assert_succeeded(result);
    assert_int_equal(result->output_size, strlen(line) + 1);
    assert_memory_equal(result->output, line, strlen(line));
    assert_int_equal(result->output[strlen(line)], '\n');
}

static bool is_one_line(const struct result *result)
{
    const char *name = strrchr(program, '/') + 1;

    return strncmp(result->error, name, strlen(name)) == 0 &&
           strncmp(result->error + strlen(name), ": ", 2) == 0 &&
           strchr(result->error, '\n') == result->error + result->error_size - 1;
}

void assert_fails_with(int status, const char *word, const char *const arguments[])
{
    const size_t before = count_files();
    const struct result *result = program_run(arguments);

    if (result->status != status || !is_one_line(result) || !strstr(result->error, word))
        fail_msg("expected status %d with '%s', got %d: %s", status, word, result->status,
                 result->error);
    assert_int_equal(result->output_size, 0);
    assert_int_equal(count_files(), before);
}

size_t count_files(void)
{
    DIR *entries = opendir(".");
    size_t count = 0;

    assert_non_null(entries);
    while (readdir(entries))
        count++;
    closedir(entries);
    return count - 2; /* . and .. */
}

void write_file(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");

    if (!file)
        fail_msg("there is no file %s", name);
    return take_all(file, size);
}

static bool choose_program(const char *variable)
{
    const char *path = getenv(variable);

    if (path && realpath(path, program))
        return true;
    fprintf(stderr, "%s must be the path of a program\n", variable);
    return false;
}

void use_program(const char *variable)
{
    assert_true(choose_program(variable));
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

int program_setup(void **state)
{
    const char *parent = getenv("TMPDIR");

    (void)state;
    snprintf(directory, sizeof(directory), "%s/vkscan-test-XXXXXX", parent ? parent : "/tmp");
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

int program_teardown(void **state)
{
    (void)state;
    memcpy(program, original, sizeof(program));
    if (chdir("/") != 0)
        return -1;
    return nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

int program_main(const char *variable, const char *name, const struct CMUnitTest *tests,
                 size_t count)
{
    if (!choose_program("VKSCAN_PROGRAM"))
        return EXIT_FAILURE;
    if (RUN("devices")->status != 0) {
        fprintf(stderr, "no device: %s", last.error);
        return getenv("VKSCAN_REQUIRE_DEVICE") ? EXIT_FAILURE : SKIP;
    }
    if (!choose_program(variable))
        return EXIT_FAILURE;
    memcpy(original, program, sizeof(original));
    cmocka_set_test_filter(getenv("VKSCAN_TEST_FILTER"));
    return _cmocka_run_group_tests(name, tests, count, NULL, NULL);
}
