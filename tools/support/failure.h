/* SPDX-License-Identifier: MIT */
/*
 * What a program says when it gives up: one line on standard error, "vkscan: what was wrong;
 * what would be right". Both return the exit status, 0 being success.
 */
#ifndef FAILURE_H
#define FAILURE_H

#if defined(__GNUC__)
#define FAILURE_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define FAILURE_PRINTF
#endif

/* Defined by each program. */
extern const char program_name[];

/* 1: a file, the device or Vulkan failed. */
int failed(const char *format, ...) FAILURE_PRINTF;

/* 2: another command line is needed. */
int misused(const char *format, ...) FAILURE_PRINTF;

#endif
