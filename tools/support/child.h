/* SPDX-License-Identifier: MIT */
/* Another program, run to its end. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "platform.h"

/* Its standard streams, each read or written from where it is. */
struct child_streams {
    FILE *input, *output, *error;
};

/* Opens temporary files for those that are NULL. False, with errno, on failure. */
bool child_open_streams(struct child_streams *streams);
void child_close_streams(struct child_streams *streams);

/* See platform_run. */
int child_run(char *const arguments[], const struct child_streams *streams,
              struct platform_end *end);

/* Says why it failed, with the last line of what it wrote to its standard error: "gnuplot failed
 * with status 1: no such thing". */
void child_explain(const char *name, const struct platform_end *end, FILE *error, char *text,
                   size_t size);

#endif
