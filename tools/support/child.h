/* SPDX-License-Identifier: MIT */
/* Runs another program to its end. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "platform.h"

/* The program's standard streams. Each is read or written from its current position. */
struct child_streams {
    FILE *input, *output, *error;
};

/* Opens temporary files for the streams that are NULL. Returns false, with errno, on failure. */
bool child_open_streams(struct child_streams *streams);
void child_close_streams(struct child_streams *streams);

/* Runs the program: see platform_run(). */
int child_run(char *const arguments[], const struct child_streams *streams,
              struct platform_end *end);

/* Stores why the program failed, with the last line that it wrote to its standard error: "gnuplot
 * failed with status 1: no such thing". */
void child_explain(const char *name, const struct platform_end *end, FILE *error, char *text,
                   size_t size);

#endif
