/* SPDX-License-Identifier: MIT */
/* Writes rows as CSV: a line with the names of their members, then a line for each row. */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stdio.h>

#include <cjson/cJSON.h>

#include "output.h"

/* Prints an array of objects that have the same members. Returns false when out of memory. */
bool csv_print(const cJSON *rows, FILE *to);

/* Writes the rows to a file. Returns 0 or an exit status, reported. */
int csv_write(const cJSON *rows, struct output *output);

#endif
