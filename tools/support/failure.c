/* SPDX-License-Identifier: MIT */
#include "failure.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "platform.h"

void (*failure_taker)(const char *line);

static bool shows; /* a status line that a failure erases */

static void say(const char *format, va_list values)
{
    char line[8192];

    vsnprintf(line, sizeof(line), format, values);
    /* File names and file contents end up in the line: they must not break it, or the terminal. */
    for (char *c = line; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    if (shows)
        progress(NULL);
    if (failure_taker)
        failure_taker(line);
    else
        fprintf(stderr, "%s: %s\n", program_name, line);
}

int failed(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(format, values);
    va_end(values);
    return 1;
}

int misused(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(format, values);
    va_end(values);
    return 2;
}

void noted(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(format, values);
    va_end(values);
}

int finished(int status)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && !status)
        status = failed("cannot write standard output: %s", strerror(errno));
    return status;
}

void progress(const char *format, ...)
{
    va_list values;

    if (!platform_has_terminal())
        return;
    shows = format != NULL;
    fprintf(stderr, "\r\033[K");
    if (format) {
        va_start(values, format);
        vfprintf(stderr, format, values);
        va_end(values);
    }
    fflush(stderr);
}
