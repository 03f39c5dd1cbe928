/* SPDX-License-Identifier: MIT */
/* The cases of a test that needs no device, in the order of their file. harness.h is for tests that
 * need one. */
#ifndef CASES_H
#define CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static struct CMUnitTest cases[32];
static size_t case_count;

/* Defines a case: TEST(name) { ... } */
#define TEST(name)                                                                                 \
    static void name(void);                                                                        \
    static void run_##name(void **given)                                                           \
    {                                                                                              \
        (void)given;                                                                               \
        name();                                                                                    \
    }                                                                                              \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        if (case_count == COUNT_OF(cases))                                                         \
            abort();                                                                               \
        cases[case_count++] = (struct CMUnitTest){#name, run_##name, NULL, NULL, NULL};            \
    }                                                                                              \
    static void name(void)

/* Defines main(), which runs the cases. */
#define RUN_TESTS(group)                                                                           \
    int main(void)                                                                                 \
    {                                                                                              \
        return _cmocka_run_group_tests(#group, cases, case_count, NULL, NULL);                     \
    }

#endif
