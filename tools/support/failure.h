/* SPDX-License-Identifier: MIT */
/*
 * How a program reports failure: one line on standard error, "vkscan: what was wrong; what would be
 * right". Both return the exit status.
 */
#ifndef FAILURE_H
#define FAILURE_H

#include "printf_like.h"

/* Defined by each program. */
extern const char program_name[];

/* Takes the line in place of standard error; NULL: nothing does. */
extern void (*failure_taker)(const char *line);

/* 1: a file, the device or Vulkan failed. */
int failed(const char *format, ...) PRINTF_LIKE(1, 2);

/* 2: the command line is wrong. */
int misused(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
