/* SPDX-License-Identifier: MIT */
/* The benchmark's results as a table for people and as JSON. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench_measure.h"

/* A verified measurement. */
struct bench_row {
    const char *primitive;
    const char *algorithm; /* or "copy", "read", "cpu" */
    const char *type;
    const char *op;
    uint64_t count; /* elements */
    uint64_t bytes; /* that must be moved: the source once, and a scan's destination once */
    struct bench_time time;
    double limit_ratio; /* of the limit's speed */
    double cpu_ratio;   /* times the CPU's speed */
};

struct bench_report;

/* path: NULL for no JSON. NULL on failure, which has been reported. */
struct bench_report *bench_report_open(const struct gpu *gpu, const char *path);

void bench_report_title(const char *primitive, const char *op, const char *type, const char *limit);

/* All rows of one count at once, so that the best algorithm can be marked. */
void bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count);

/* Writes the JSON; returns 0 or an exit status, reported. */
int bench_report_close(struct bench_report *report);

#endif
