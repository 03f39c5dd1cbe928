/* SPDX-License-Identifier: MIT */
/* Reports failures: one line on standard error, "vkscan: what was wrong; what would be right".
 * The functions return the exit status. */
#ifndef FAILURE_H
#define FAILURE_H

#include "printf_like.h"

/* The program's name, which each program defines. */
extern const char program_name[];

/* A function that takes the line in place of standard error; NULL: there is none. */
extern void (*failure_taker)(const char *line);

/* Reports that a file, the device or Vulkan failed. Returns 1. */
int failed(const char *format, ...) PRINTF_LIKE(1, 2);

/* Reports that the command line is wrong. Returns 2. */
int misused(const char *format, ...) PRINTF_LIKE(1, 2);

/* Tells on standard error what is no failure, and yet to be known. */
void noted(const char *format, ...) PRINTF_LIKE(1, 2);

/* Flushes standard output. Call it last in main. Returns the status, or that of a failure. */
int finished(int status);

/* Replaces the status line on standard error, if that is a terminal. NULL clears it. */
void progress(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
