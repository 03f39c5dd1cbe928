/* SPDX-License-Identifier: MIT */
/* Draws the results: throughput over the number of elements, a panel for each primitive. gnuplot
 * draws them from the CSV, by plot.gp, which is built into the program. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <cjson/cJSON.h>

#include "output.h"

/* Writes an SVG of the rows. Returns an exit status, 0 or what failure.h returned. */
int plot_write(const char *device, const cJSON *rows, struct output *output);

#endif
