/* SPDX-License-Identifier: MIT */
/* A status line on standard error, if that is a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#if defined(__GNUC__)
#define PROGRESS_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define PROGRESS_PRINTF
#endif

/* Replaces the line; NULL clears it. */
void progress(const char *format, ...) PROGRESS_PRINTF;

#endif
