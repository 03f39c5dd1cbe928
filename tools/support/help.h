/* SPDX-License-Identifier: MIT */
/* Prints what a program's options are for. */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

#include "options.h"

void options_print_help(FILE *to, const struct option_table *table);

#endif
