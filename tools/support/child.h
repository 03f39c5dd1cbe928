/* SPDX-License-Identifier: MIT */
/* Runs another program to its end. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "output.h"
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

/* ---- vkscan-report, a Python program beside this one, which works on text ---- */

#define HAND_OVER_MAX 64 /* arguments */

/* Runs vkscan-report with arguments up to a NULL, which `option` needs. `input` is read from its
 * start. NULL: the program has this one's standard input or output. Returns an exit status, 0 or
 * what was reported. */
int hand_over(const char *option, const char *const arguments[], FILE *input, FILE *output);

/* Writes a picture, which vkscan-report's `verb` makes of what is in `input`. */
int hand_over_picture(const char *const arguments[], FILE *input, struct output *picture);

#endif
