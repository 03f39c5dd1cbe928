/* SPDX-License-Identifier: MIT */
/* The options of a program: one table, read by the parser and by --help. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#define OPTION_NO_NAMES (-1)

struct option {
    const char *name;
    char letter;       /* '\0': none */
    const char *value; /* what --help calls it; NULL: takes none */
    const char *help;
    int names;     /* an enum names whose list follows the help, or OPTION_NO_NAMES */
    size_t offset; /* of its const char * in the program's own structure */
    int commands;  /* mask of those that have it, where a program has commands */
};

struct option_table {
    const struct option *options;
    size_t count;
    /* Takes what is no option; returns 0 or what failure.h returned. */
    int (*operand)(const char *text, void *out);
};

/*
 * Reads --name, --name=value, --name value, -o, -ovalue and -o value, in any order; behind -- all
 * are operands. Of an option that is given, *out gets the value, or where it takes none its name;
 * the last one counts. Returns 0 or what failure.h returned.
 */
int options_parse(int argc, char **argv, const struct option_table *table, void *out);

/* What *out has for it, NULL if it was not given. */
const char *option_get(const struct option *option, const void *out);

/* Of an option whose value may not be blank, NULL if it was not given: 0 or what failure.h gave. */
int options_check_filled(const char *name, const char *value);

void options_print_help(FILE *to, const struct option_table *table);

#endif
