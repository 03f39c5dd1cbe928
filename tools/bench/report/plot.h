/* SPDX-License-Identifier: MIT */
/*
 * The results as a picture: throughput over the number of elements, a panel for each primitive.
 * gnuplot draws it from the CSV, by plot.gp, which is built into the program.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <cjson/cJSON.h>

#include "output.h"

/* Writes an SVG of the rows. */
int plot_write(const char *device, const cJSON *rows, struct output *output);

#endif
