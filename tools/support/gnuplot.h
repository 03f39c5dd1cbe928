/* SPDX-License-Identifier: MIT */
/* Pictures by gnuplot. Returns exit statuses, 0 or what failure.h returned. */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include "output.h"

/* Whether a plot may be so named: with an extension it is .svg. */
int gnuplot_check_name(const char *path);

/* Whether there is a gnuplot that runs. */
int gnuplot_find(void);

/* Writes the SVG of a script, which print writes; false: it could not. */
int gnuplot_draw(bool (*print)(FILE *to, const void *user), const void *user,
                 struct output *output);

#endif
