/* SPDX-License-Identifier: MIT */
/* Prints a status line on standard error, if that is a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "printf_like.h"

/* Replaces the line. NULL clears it. */
void progress(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
