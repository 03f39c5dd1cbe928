/* SPDX-License-Identifier: MIT */
/*
 * An output file that is written whole or not at all: to a temporary file in the target's
 * directory, renamed at the end, removed when the program fails or is interrupted. Pipes, devices
 * and standard output are written to directly.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "platform.h"

struct output {
    const char *name; /* for messages */
    int fd;
    char *target;    /* the name that the file is renamed to at the end */
    char *temporary; /* NULL: written to directly */
};

#define OUTPUT_NONE ((struct output){.fd = -1})

#define OUTPUT_MAX PLATFORM_TEMPORARIES_MAX /* outputs that can be open at a time */

/* Opens an output. path may be "-". */
int output_open(struct output *output, const char *path);

int output_write(struct output *output, const void *data, size_t size);

/* Copies the whole of a temporary file to the output. */
int output_copy(struct output *output, FILE *from);

/* Tells whether output_rewrite_start() can work, which it cannot in a pipe. */
bool output_can_rewrite(const struct output *output);

/* Replaces the first bytes of what has been written. */
int output_rewrite_start(struct output *output, const void *data, size_t size);

/* Flushes and closes the file, so that only the renaming can fail when it is committed. */
int output_finish(struct output *output);

/* Finishes the file and renames it to its target. */
int output_commit(struct output *output);

/* Tells whether two paths, which may be "-", are one file, also if neither exists yet. */
bool output_is_same(const char *a, const char *b);

/* Frees everything, also for OUTPUT_NONE. Without a commit nothing remains of the output. */
void output_close(struct output *output);

/* Removes what has been written of an output, as the process ends. The structure stays as it is. */
void output_abandon(const struct output *output);

#endif
