/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void progress(const char *format, ...)
{
    va_list values;

    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K");
    if (format) {
        va_start(values, format);
        vfprintf(stderr, format, values);
        va_end(values);
    }
    fflush(stderr);
}
