/* SPDX-License-Identifier: MIT */
/* Tests that a process that crashes tells where each of its threads was. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <cmocka.h>

#include "backtraces.h"

static int wait_for_ever(void *none)
{
    (void)none;
    for (;;)
        pause();
    return 0;
}

static void each_thread_is_told(void **state)
{
    char text[16384];
    size_t size = 0;
    int ends[2], status;
    ssize_t bytes;

    (void)state;
#ifndef __GLIBC__
    skip();
#endif
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        thrd_t thread;
        dup2(ends[1], STDERR_FILENO);
        backtraces_on_crash();
        thrd_create(&thread, wait_for_ever, NULL);
        thrd_create(&thread, wait_for_ever, NULL);
        abort();
    }
    close(ends[1]);
    while ((bytes = read(ends[0], text + size, sizeof(text) - 1 - size)) > 0)
        size += (size_t)bytes;
    text[size] = '\0';
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    write(2, text, size);
    const char *second = strstr(text, "\nthread ");
    assert_non_null(second);
    assert_non_null(strstr(second + 1, "\nthread "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_thread_is_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
