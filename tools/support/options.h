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
    const char *value; /* what --help calls it, which tells if it repeats; NULL: takes none */
    const char *help;
    int names;     /* an enum names whose list follows the help, or OPTION_NO_NAMES */
    size_t offset; /* of its const char * in the program's own structure */
    int commands;  /* mask of those that have it, where a program has commands */
};

struct option_table {
    const struct option *options;
    size_t count;
    /* Takes an operand; returns 0 or what failure.h returned. */
    int (*operand)(const char *text, void *out);
};

/*
 * Accepts --name, --name=value, --name value, -o, -ovalue and -o value in any order; after -- all
 * are operands. *out gets the option's value, or its name if it takes none. Of a repeated option
 * the last counts if there is one of what it takes, a NAME, a COUNT or the like; it is refused if
 * both values could be meant. Returns 0 or what failure.h returned. Unlike getopt_long, it takes no
 * abbreviations, and a later option cannot make an earlier command line ambiguous.
 */
int options_parse(int argc, char **argv, const struct option_table *table, void *out);

/* The option's value in *out; NULL if it was not given. */
const char *option_get(const struct option *option, const void *out);

/* Refuses a blank value; NULL, not given, is fine. Returns 0 or what failure.h returned. */
int options_check_filled(const char *name, const char *value);

void options_print_help(FILE *to, const struct option_table *table);

#endif
