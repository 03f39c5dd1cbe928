/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* tgkill by syscall() */
#include "backtraces.h"

#include <stdint.h> /* which tells whether this is glibc */

#if defined(__linux__) && defined(__GLIBC__)
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Asks a thread for its backtrace. Mesa's threads block all signals but this one and SIGSEGV. */
#define TELL SIGSYS

static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
static atomic_int crashed; /* the first thread that crashed; 0: none yet */
static atomic_int told;    /* threads that have printed */

static int this_thread(void)
{
    return (int)syscall(SYS_gettid);
}

/* Prints a heading and the thread's backtrace. Signal handlers may call it: no stdio, no malloc. */
static void print_backtrace(const char *what, int number)
{
    char line[64];
    void *frames[64];
    char *end = line + sizeof(line);

    *--end = '\n';
    do
        *--end = (char)('0' + number % 10);
    while (number /= 10);
    (void)!write(STDERR_FILENO, what, strlen(what));
    (void)!write(STDERR_FILENO, end, (size_t)(line + sizeof(line) - end));
    backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
}

static void tell(int signal)
{
    (void)signal;
    print_backtrace("thread ", this_thread());
    atomic_fetch_add(&told, 1);
}

/* Asks a thread for its backtrace, and waits for it for a second at most. */
static void ask(int thread)
{
    const int before = atomic_load(&told);

    if (syscall(SYS_tgkill, getpid(), thread, TELL) != 0)
        return;
    for (int i = 0; i < 100 && atomic_load(&told) == before; i++)
        nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
}

static void ask_other_threads(void)
{
    char entries[4096];
    const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY);
    long bytes;

    /* Each entry is inode, offset (8 bytes each), its length (2), type (1) and name. */
    while (folder >= 0 && (bytes = syscall(SYS_getdents64, folder, entries, sizeof(entries))) > 0)
        for (long at = 0; at < bytes;) {
            uint16_t length;
            memcpy(&length, entries + at + 16, sizeof(length));
            int thread = 0;
            for (const char *digit = entries + at + 19; *digit >= '0' && *digit <= '9'; digit++)
                thread = 10 * thread + (*digit - '0');
            if (thread > 0 && thread != this_thread())
                ask(thread);
            at += length;
        }
}

/* Prints the backtraces, and ends the process by the signal as it would have ended without this
 * handler: after 20 s, whatever happens. */
static void crash(int number)
{
    int none = 0;

    if (!atomic_compare_exchange_strong(&crashed, &none, this_thread()) && none != this_thread())
        for (;;)
            pause();
    signal(number, SIG_DFL);
    if (!none) {
        signal(SIGALRM, SIG_DFL);
        alarm(20);
        print_backtrace("backtraces of all threads after signal ", number);
        ask_other_threads();
    }
    raise(number);
}

void backtraces_on_crash(void)
{
    static char stack[64 * 1024];
    struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    void *frame;

    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof(stack)}, NULL);
    backtrace(&frame, 1); /* loads the unwinder, which a handler must not do */
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
        sigaction(crashes[i], &action, NULL);
    action.sa_handler = tell;
    action.sa_flags = SA_RESTART;
    sigaction(TELL, &action, NULL);
}
#else
void backtraces_on_crash(void)
{
}
#endif
