/* SPDX-License-Identifier: MIT */
/* Rows as CSV: a line with the names of their members, then a line for each. */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stdio.h>

#include <cjson/cJSON.h>

#include "output.h"

/* An array of objects that have the same members. False when out of memory. */
bool csv_print(const cJSON *rows, FILE *to);

/* The same. Returns 0 or an exit status, reported. */
int csv_write(const cJSON *rows, struct output *output);

#endif
