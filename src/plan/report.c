/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

VkResult vks_report(const struct report *to, VkResult result, const char *format, ...)
{
    char message[512];
    va_list arguments;

    if (to->message) {
        va_start(arguments, format);
        vsnprintf(message, sizeof(message), format, arguments);
        va_end(arguments);
        to->message(to->user, result, message);
    }
    return result;
}
