/* SPDX-License-Identifier: MIT */
/* Prints and writes the benchmark's reports, whatever it measures: the device, tables, and files.
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "arguments.h"
#include "measure/peer_program.h"
#include "output.h"
#include "row.h"

struct bench_report {
    const struct bench_options *options;
    const struct bench_peer *peers; /* as many as options has; NULL: none is measured */
    FILE *text; /* stream for tables: standard error if a file is standard output */
    struct output outputs[BENCH_FILES];
    cJSON *json;      /* the whole report, to which members can be added */
    cJSON *results;   /* member of json: an array with an object for each row */
    cJSON *table;     /* member of json that --csv writes: results, or rows of another kind */
    FILE *printed;    /* the JSON as text, once the report is written */
    FILE *comparison; /* the comparison with the earlier run, which `slower` is the status of */
    int slower;
};

/* Opens a report: checks the file to compare with, looks for gnuplot if it will be needed, opens
 * the files to write, and prints the device. `peers` is NULL if none is measured. The arguments
 * must live as long as the report. Returns 0 or an exit status, reported. */
int bench_report_open(struct bench_report *report, const struct gpu *gpu,
                      const struct bench_peer *peers, const struct bench_options *options);

/* Adds an array with this name for another kind of rows in place of the results, and returns it. */
cJSON *bench_report_add_table(struct bench_report *report, const char *name);

/* Prints all rows of one count at once, so that the fastest algorithm can be marked, and adds them
 * to the results. Returns 0 or an exit status, reported. */
int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count);

/* Writes the files that were asked for. All are written before the first is renamed to its target.
 * Returns 0 or an exit status, reported. */
int bench_report_write(struct bench_report *report);

/* Writes the files if `passed`, all results of vkscan being right, and no peer failed; then prints
 * the verdict and the comparison. Returns 0 or an exit status, reported. */
int bench_report_judge(struct bench_report *report, bool passed);

/* Closes the report. Files that have not been written by then never are. */
void bench_report_close(struct bench_report *report);

#endif
