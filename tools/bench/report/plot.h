/* SPDX-License-Identifier: MIT */
/* The benchmark's results as a picture: throughput over the count, a panel for each primitive. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "results.h"
#include "output.h"

/* An SVG, drawn by gnuplot. Returns 0 or an exit status, reported. */
int bench_plot_write(const struct bench_results *results, struct output *output);

#endif
