/* SPDX-License-Identifier: MIT */
/* Everything that the benchmark prints and writes about its results. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "arguments.h"
#include "results.h"

struct bench_report;

/*
 * Reads the file to compare with, looks for gnuplot if it will be needed, and opens the files to
 * write. If one of them is standard output, all text goes to standard error. NULL on failure, which
 * has been reported. peer is NULL if there is none. All of them must live as long.
 */
struct bench_report *bench_report_open(const struct gpu *gpu, const struct bench_peer *peer,
                                       const struct bench_options *options);

/* Prints the title of a table of rows like this one; limit: what ratios refer to. */
void bench_report_title(struct bench_report *report, const struct bench_row *row,
                        const char *limit);

/* All rows of one count at once, so that the fastest algorithm can be marked. Returns 0 or an exit
 * status, reported. */
int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count);

/* Writes the files, the comparison and the verdict. Without `passed`, no files. Returns 0 or an
 * exit status, reported. */
int bench_report_close(struct bench_report *report, bool passed);

#endif
