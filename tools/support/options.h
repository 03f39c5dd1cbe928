/* SPDX-License-Identifier: MIT */
/* Parses the options of a program, by one table for the parser and help.h. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTION_NO_NAMES (-1)

/* How options_read() reads the text of an option. */
enum option_kind {
    OPTION_RAW,    /* not at all: the program does */
    OPTION_TEXT,   /* as it is, a const char * */
    OPTION_FLAG,   /* true, a bool */
    OPTION_STORE,  /* the row's number, a uint32_t */
    OPTION_NUMBER, /* a uint32_t from 1 to the row's number */
    OPTION_NAME,   /* the enumerator of one of the row's names */
    OPTION_OTHER,  /* by the row's function */
};

struct option {
    const char *name;
    char letter;       /* '\0': the option has none */
    const char *value; /* the value's name in --help, which tells if it repeats; NULL: takes none */
    const char *help;  /* a colon at its end: the names follow */
    int names;         /* an enum names, or OPTION_NO_NAMES */
    size_t offset;     /* offset of its const char * in the program's own structure */
    int commands; /* mask of the commands that have the option, where a program has commands; 0:
                   * the program alone */
    enum option_kind kind;
    size_t to; /* offset of the value in the structure that options_read() fills */
    uint32_t number;
    /* Reads the text into what is at `to`. Returns 0 or what failure.h returned. */
    int (*read)(const char *text, void *to);
};

struct option_table {
    const struct option *options;
    size_t count;
    /* Takes an operand. Returns 0 or what failure.h returned. */
    int (*operand)(const char *text, void *out);
    /* Returns the name of the command that has been parsed, and stores its mask; NULL if there is
     * none so far. The function is NULL of a program without commands. */
    const char *(*command)(const void *out, int *mask);
};

/*
 * Parses the command line. Accepts --name, --name=value, --name value, -o, -ovalue and -o value in
 * any order; after -- all are operands. *out gets the option's value, or its name if it takes none.
 * The last value of a repeated option counts if one of them is meant, as of NAME or COUNT; the
 * option is refused if both could be meant. Returns 0 or what failure.h returned. Unlike
 * getopt_long, it takes no abbreviations, so that a later option cannot make an earlier command
 * line ambiguous.
 */
int options_parse(int argc, char **argv, const struct option_table *table, void *out);

/* Reads the texts of the options that were given, in the table's order, or of one option. Returns 0
 * or what failure.h returned. */
int options_read(const struct option_table *table, const void *texts, void *values);
int option_read(const struct option *option, const char *text, void *values);

/* Reads a number from 1 on. Returns 0 or what failure.h returned. */
int option_number(const char *name, const char *text, uint64_t most, uint64_t *number);

/* Parses "1000", "1e6", "16M" (of 2^20) or "2^20" at *text, and moves *text behind it. Returns
 * false if there is no number from 1 on. */
bool option_size(const char **text, uint64_t *size);

#define OPTION_SIZES_MAX 64

struct option_sizes {
    uint64_t list[OPTION_SIZES_MAX];
    uint32_t count;
};

/* Reads SIZES, a row's function. Returns 0 or what failure.h returned. */
int option_sizes(const char *text, void *sizes);

/* Returns the option's value in *out; NULL if it was not given. */
const char *option_get(const struct option *option, const void *out);

/* Refuses a blank value. NULL, an option that was not given, is fine. Returns 0 or what failure.h
 * returned. */
int options_check_filled(const char *name, const char *value);

#endif
