/* SPDX-License-Identifier: MIT */
/*
 * Tests of a program from outside: arguments, streams, exit status, and files. Each test has an
 * empty working directory.
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

/* Runs it to its end, for a minute at most; its standard input is empty. The result is valid until
 * the next run. */
const struct result *program_run(const char *const arguments[]);

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define RUN(...) program_run(ARGUMENTS(__VA_ARGS__))

/* Asserts success with nothing on standard error; the last also tells the whole output. */
void assert_succeeded(const struct result *result);
void assert_printed(const struct result *result, const char *line);

/*
 * Runs it and asserts that it fails with that status, says why on one line with the given word in
 * it, prints nothing else and leaves no file behind.
 */
void assert_fails_with(int status, const char *word, const char *const arguments[]);

#define ASSERT_FAILS(status, word, ...) assert_fails_with(status, word, ARGUMENTS(__VA_ARGS__))

/* Entries of the test's directory. */
size_t count_files(void);

/* Runs the program of that environment variable until the test's end. */
void use_program(const char *variable);

void write_file(const char *name, const void *data, size_t size);

/* The caller frees it. */
char *read_file(const char *name, size_t *size);

#endif
