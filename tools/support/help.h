/* SPDX-License-Identifier: MIT */
/* Tells what a program, its commands and its options are for: as help, as a manual page, and as
 * what shells complete a command line by. All are made from the table that the parser reads. */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "options.h"

#define HELP_EXAMPLES 2

struct help_command {
    const char *name;
    int mask; /* of the options that it has: option.commands */
    const char *operands;
    const char *summary;                 /* what it does: "sorts an array" */
    const char *examples[HELP_EXAMPLES]; /* arguments */
};

struct help {
    const char *program;
    const char *summary;                 /* what it does, for the head of its manual page */
    const char *text;                    /* what is to be known of all commands, in lines */
    const char *notes;                   /* what comes last, in lines */
    const struct help_command *commands; /* NULL: the program has none */
    size_t command_count;
    const struct option_table *table;
};

/* Prints the program's usage, and its commands or, if it has none, its options. */
void help_print(FILE *to, const struct help *help);

/* Prints a command's usage, its options and examples. */
void help_print_command(FILE *to, const struct help *help, const struct help_command *command);

/* Prints what `format` names: "man", a manual page; or "bash", "zsh" or "fish", what that shell
 * completes by. Returns 0 or what failure.h returned. */
int help_print_as(FILE *to, const struct help *help, const char *format);

#endif
