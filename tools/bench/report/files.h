/* SPDX-License-Identifier: MIT */
/* The files that were asked for, and where text goes meanwhile. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <stdio.h>

#include "arguments.h"
#include "output.h"

struct bench_files {
    const char *const *paths;           /* of the options, which must live as long */
    struct output outputs[BENCH_FILES]; /* OUTPUT_NONE: not asked for */
    FILE *text;                         /* standard error if a file is standard output */
};

/* Nothing is open yet. */
void bench_files_init(struct bench_files *files, const struct bench_options *options);

/* Both return 0 or an exit status, reported. */
int bench_files_open(struct bench_files *files);
int bench_files_commit(struct bench_files *files);

/* Without a commit nothing remains of them. */
void bench_files_close(struct bench_files *files);

#endif
