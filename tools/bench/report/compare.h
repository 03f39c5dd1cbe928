/* SPDX-License-Identifier: MIT */
/* A run of the benchmark against the JSON of an earlier one. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include <stdio.h>

#include "earlier.h"
#include "results.h"

/*
 * Prints a table of all rows, and how many algorithms' speed is lower by more than the tolerance,
 * in percent. Returns an exit status: 1 if there are any, or if the two have none in common.
 */
int bench_compare(FILE *to, const struct bench_results *results,
                  const struct bench_earlier *earlier, double tolerance);

#endif
