/* SPDX-License-Identifier: MIT */
/* Runs another program to its end. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "platform.h"

/* Finds a program in this program's folder. Returns false, with errno, if that is unknown. */
bool child_find_beside(const char *name, char *path, size_t size);

/* Opens temporary files as the program's standard streams, for platform_run(), which reads and
 * writes each from its current position. Returns false, with errno, on failure. */
bool child_open_streams(FILE *streams[3]);
void child_close_streams(FILE *const streams[3]);

/* Stores why the program failed, with the last line that it wrote to its standard error:
 * "vkscan-peer-cub failed with status 1: no such thing". */
void child_explain(const char *name, const struct platform_end *end, FILE *error, char *text,
                   size_t size);

#endif
