/* SPDX-License-Identifier: MIT */
/* A line on standard error, if that is a terminal, on what is being done. */
#ifndef PROGRESS_H
#define PROGRESS_H

#if defined(__GNUC__)
#define PROGRESS_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define PROGRESS_PRINTF
#endif

/* In place of what it said before; NULL: nothing. */
void progress(const char *format, ...) PROGRESS_PRINTF;

#endif
