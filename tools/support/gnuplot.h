/* SPDX-License-Identifier: MIT */
/* Draws pictures by gnuplot. Functions return exit statuses, 0 or what failure.h returned. */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include "output.h"

/* Checks a plot's file name: an extension has to be .svg. */
int gnuplot_check_name(const char *path);

/* Checks that there is a gnuplot that runs. */
int gnuplot_find(void);

/* Writes the SVG of a script, which `print` writes. `print` returns false on failure. */
int gnuplot_draw(bool (*print)(FILE *to, const void *user), const void *user,
                 struct output *output);

#endif
