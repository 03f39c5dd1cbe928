/* SPDX-License-Identifier: MIT */
/*
 * Tests of a program as its user sees it: its arguments, its streams, its exit status and the
 * files in an empty directory, which each test has of its own and stands in.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

struct result {
    int status;   /* of exit, or 128 + the signal that ended it */
    char *output; /* standard output, with a '\0' behind it */
    size_t output_size;
    char *error; /* standard error, likewise */
    size_t error_size;
};

/*
 * main() of such a test. The environment variable gives the program's path. Without a device, as
 * the command `devices` of VKSCAN_PROGRAM sees it, the result is 77, a skip, or with
 * VKSCAN_REQUIRE_DEVICE set a failure.
 */
#define PROGRAM_MAIN(variable, tests) program_main(variable, #tests, tests, COUNT_OF(tests))
int program_main(const char *variable, const char *name, const struct CMUnitTest *tests,
                 size_t count);

#define PROGRAM_TEST(f) cmocka_unit_test_setup_teardown(f, program_setup, program_teardown)
int program_setup(void **state);
int program_teardown(void **state);

struct feed {
    const void *input; /* comes through a pipe; NULL: standard input is empty */
    size_t input_size;
    void (*prepare)(void); /* called in the child before it becomes the program; may be NULL */
};

/* Runs it to its end, for a minute at most. The result is valid until the next run. */
const struct result *program_run(const struct feed *feed, const char *const arguments[]);

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define RUN(...) program_run(&(struct feed){0}, ARGUMENTS(__VA_ARGS__))
#define RUN_FED(data, size, ...)                                                                   \
    program_run(&(struct feed){.input = data, .input_size = size}, ARGUMENTS(__VA_ARGS__))

/* Starts it, with both ends of its standard input: the caller closes *input and waits. */
int program_start(int *input, const char *const arguments[]);

/* Asserts success with nothing on standard error; the last also tells the whole output. */
void assert_succeeded(const struct result *result);
void assert_printed(const struct result *result, const char *line);

/*
 * Runs it and asserts that it fails with that status, says why on one line with the given word in
 * it, prints nothing else and leaves no file behind.
 */
void assert_fails_with(int status, const char *word, const struct feed *feed,
                       const char *const arguments[]);

#define ASSERT_FAILS(status, word, ...)                                                            \
    assert_fails_with(status, word, &(struct feed){0}, ARGUMENTS(__VA_ARGS__))
#define ASSERT_FAILS_FED(status, word, data, size, ...)                                            \
    assert_fails_with(status, word, &(struct feed){.input = data, .input_size = size},             \
                      ARGUMENTS(__VA_ARGS__))

/* Entries of the test's directory. */
size_t count_files(void);

/* Until the test's end the one whose path the environment variable gives is run. */
void use_program(const char *variable);

/* Until the test's end a copy of the program in its directory is run, which looks there for what it
 * expects beside itself. */
void use_copy_of_program(void);

/* Copies the file that an environment variable names, to be run. */
void copy_program(const char *variable, const char *name);

/* A shell script, to be run. */
void write_script(const char *name, const char *commands);

void write_file(const char *name, const void *data, size_t size);

/* The caller frees it. */
char *read_file(const char *name, size_t *size);

void assert_file(const char *name, const void *data, size_t size);

#endif
