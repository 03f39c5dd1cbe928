/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>

#include "timer.h"

#ifdef _WIN32
#include <io.h>
#define IS_TERMINAL() _isatty(2)
#else
#include <unistd.h>
#define IS_TERMINAL() isatty(2)
#endif

#define WAIT_MS 1000.0   /* before the first line */
#define BETWEEN_MS 200.0 /* lines */

static double begun, shown; /* timer_now(); 0: not yet */

void progress_show(uint64_t done, uint64_t all)
{
    const double now = timer_now();

    if (begun == 0)
        begun = now;
    if (now - begun < WAIT_MS || now - shown < BETWEEN_MS || !IS_TERMINAL())
        return;
    shown = now;
    fprintf(stderr, "\r\033[K%llu", (unsigned long long)done);
    if (all)
        fprintf(stderr, " of %llu", (unsigned long long)all);
    fprintf(stderr, " complete, %.0f s", (now - begun) / 1e3);
    fflush(stderr);
}

void progress_end(void)
{
    if (shown > 0)
        fputs("\r\033[K", stderr);
    shown = 0;
}
