/* SPDX-License-Identifier: MIT */
/* The benchmark's results as CSV: a line with the names of the fields, then a line for each row. */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stdio.h>

#include <cjson/cJSON.h>

#include "output.h"
#include "results.h"

/* The fields are those of a row in JSON. False when out of memory. */
bool bench_csv_print(const struct bench_results *results, FILE *to);

/* The same. Returns 0 or an exit status, reported. */
int bench_csv_write(const struct bench_results *results, struct output *output);

/* Of other rows, an array of objects that have the same members. */
int bench_csv_write_rows(const cJSON *rows, struct output *output);

#endif
