/* SPDX-License-Identifier: MIT */
/* Compares a run of the benchmark with the JSON of an earlier one. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "report.h"

/* Reads the earlier run and checks it. Returns 0 or an exit status, reported. */
int compare_read(const char *path, cJSON **earlier);

/* Prints a table of all rows, and the number of algorithms whose speed is lower by more than the
 * tolerance, in percent. Returns an exit status: 1 if there are any, or if the two runs have no row
 * in common. */
int compare_print(const struct bench_report *report);

#endif
