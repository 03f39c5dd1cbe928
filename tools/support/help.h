/* SPDX-License-Identifier: MIT */
/* Tells what a program, its commands and its options are for: as help, as a manual page, as
 * Markdown, and as what shells complete a command line by. All are made from the table that the
 * parser reads. */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "names.h"
#include "options.h"

#define HELP_EXAMPLES 2

struct help_command {
    const char *name;
    int mask; /* of the options that it has: option.commands */
    const char *operands;
    const char *summary;                 /* what it does: "sorts an array" */
    const char *examples[HELP_EXAMPLES]; /* arguments */
};

/* What an option is for in some commands, where option.help tells it of others. */
struct help_meaning {
    const char *option;
    int commands;
    const char *help;
};

struct help {
    const char *program;
    const char *summary;                 /* what it does, for the head of its manual page */
    const char *text;                    /* what is to be known of all commands, in lines */
    const char *notes;                   /* what comes last, in lines */
    const struct help_command *commands; /* NULL: the program has none */
    size_t command_count;
    const struct option_table *table;
    const struct help_meaning *meanings;
    size_t meaning_count;
    /* Tells whether commands of a mask take the name of a value; NULL: all take all names. */
    bool (*takes)(int mask, enum names names, int value);
};

/* Prints the program's usage, and its commands or, if it has none, its options. */
void help_print(FILE *to, const struct help *help);

/* Prints a command's usage, its options and examples. */
void help_print_command(FILE *to, const struct help *help, const struct help_command *command);

/* Prints what NAMES_FORMAT has `format` for: a manual page, Markdown, or what a shell completes by.
 * Returns 0 or what failure.h returned. */
int help_print_as(FILE *to, const struct help *help, const char *format);

/* ---- for help, manual page and completion. A command of NULL is the program itself. ---- */

/* Tells whether a command has the option. A program has all, or beside commands its own alone. */
bool help_has(const struct help *help, const struct help_command *command,
              const struct option *option);

/* Tells whether the option's value is a file. */
bool help_takes_file(const struct option *option);

/* Stores the names of the option's values that a command takes, "a, b, c"; nothing if it has none.
 */
void help_list(const struct help *help, const struct help_command *command,
               const struct option *option, char list[NAMES_SIZE]);

/* Returns what the option is for in a command. */
const char *help_meaning_of(const struct help *help, const struct help_command *command,
                            const struct option *option);

void help_print_manual(FILE *to, const struct help *help);
void help_print_markdown(FILE *to, const struct help *help);
void help_print_bash(FILE *to, const struct help *help);
void help_print_zsh(FILE *to, const struct help *help);
void help_print_fish(FILE *to, const struct help *help);

#endif
