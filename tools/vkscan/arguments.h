/* SPDX-License-Identifier: MIT */
/* The command line of vkscan. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdio.h>

enum command {
    COMMAND_NONE = 0,
    COMMAND_DEVICES = 1,
    COMMAND_REDUCE = 2,
    COMMAND_SCAN = 4,
    COMMAND_CHECK_OP = 8,
    COMMAND_SORT = 32,
    COMMAND_SELECT = 64,
    COMMAND_UNIQUE = 128,
};

/* Options that were not given are NULL; those without a value are their own name. */
struct arguments {
    enum command command;
    const char *file;

    const char *op;
    const char *op_file;
    const char *with;
    const char *exclusive;
    const char *reverse;
    const char *seed;
    const char *type;
    const char *out_type;
    const char *output;
    const char *algorithm;
    const char *determinism;
    const char *device;
    const char *tuning;
    const char *piece;
    const char *values;
    const char *values_type;
    const char *values_out;
    const char *argsort;
    const char *descending;
    const char *bits;
    const char *flags;
    const char *where;
    const char *where_file;
    const char *partition;
    const char *three_ways;
    const char *else_where;
    const char *indices;
    const char *tolerance;
    const char *help;
    const char *version;
};

/*
 * Returns an exit status: 0, or what failure.h returned. After 0 either help or version is set,
 * or the command has all that it needs.
 */
int arguments_parse(int argc, char **argv, struct arguments *out);

void arguments_print_help(FILE *to);

#endif
