/* SPDX-License-Identifier: MIT */
/* Running gnuplot. int results are exit statuses, 0 or what failure.h returned. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include <stdio.h>

#include "output.h"

/* Whether there is one that runs. */
int gnuplot_find(void);

/* Writes the SVG that the script, from its beginning, prints to standard output. */
int gnuplot_draw(FILE *script, struct output *output);

#endif
