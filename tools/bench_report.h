/* SPDX-License-Identifier: MIT */
/* The benchmark's results as a table for people and as JSON. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench_measure.h"

/* A verified measurement. */
struct bench_row {
    const char *primitive;
    const char *algorithm; /* or "copy", "read", "cpu" */
    bool yardstick;        /* one of these three */
    const char *type;
    const char *op;
    uint64_t count; /* elements */
    uint64_t bytes; /* that must be moved: the source once, and a scan's destination once */
    struct bench_time time;
    double limit_ratio; /* of the limit's speed */
    double cpu_ratio;   /* times the CPU's speed */
};

struct bench_report;

/*
 * path: where the JSON goes, or NULL. If that is "-", standard output, the table goes to standard
 * error. NULL on failure, which has been reported.
 */
struct bench_report *bench_report_open(const struct gpu *gpu, const char *path);

/* Heads a table; limit is what its ratios are of. */
void bench_report_title(struct bench_report *report, const vkscan_plan_params *params,
                        uint32_t repeat, const char *limit);

/* All rows of one count at once, so that the fastest algorithm can be marked. Returns 0 or an exit
 * status, reported. */
int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count);

/* Writes the JSON and the verdict; returns 0 or an exit status, reported. What did not pass leaves
 * no JSON. */
int bench_report_close(struct bench_report *report, bool passed);

#endif
