/* SPDX-License-Identifier: MIT */
/* A run of the benchmark against the JSON of an earlier one. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "report.h"

/* Reads the earlier run and checks it. Returns 0 or an exit status, reported. */
int compare_read(const char *path, cJSON **earlier);

/*
 * Prints a table of all rows, and how many algorithms' speed is lower by more than the tolerance,
 * in percent. Returns an exit status: 1 if there are any, or if the two have none in common.
 */
int compare_print(const struct bench_report *report);

#endif
