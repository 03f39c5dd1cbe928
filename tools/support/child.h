/* SPDX-License-Identifier: MIT */
/* Another program, run to its end. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Its standard streams, each read or written from where it is. */
struct child_streams {
    FILE *input, *output, *error;
};

/* Temporary files for those that are NULL; false, with an errno, if they cannot be had. */
bool child_open_streams(struct child_streams *streams);
void child_close_streams(struct child_streams *streams);

/* arguments[0] is the program: a path, or without a '/' a name to look for in PATH. Returns an
 * errno, ENOENT if there is none, with *wait_status as waitpid gives it. */
int child_run(char *const arguments[], const struct child_streams *streams, int *wait_status);

/* Says why it failed, with the last line of what it wrote to its standard error: "gnuplot failed
 * with status 1: no such thing". */
void child_explain(const char *name, int wait_status, FILE *error, char *text, size_t size);

#endif
