/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>

#include "platform.h"

void progress(const char *format, ...)
{
    va_list values;

    if (!platform_has_terminal())
        return;
    fprintf(stderr, "\r\033[K");
    if (format) {
        va_start(values, format);
        vfprintf(stderr, format, values);
        va_end(values);
    }
    fflush(stderr);
}
