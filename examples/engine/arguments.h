/* SPDX-License-Identifier: MIT */
/* Command lines by a table, files read and written whole, and sentences about what is wrong. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

enum argument_kind {
    ARGUMENT_FLAG,   /* bool: set where it is given */
    ARGUMENT_NUMBER, /* uint64_t, from least to most; 2^20 and 3e6 are numbers */
    ARGUMENT_REAL,   /* double, from least to most */
    ARGUMENT_TEXT,   /* const char * */
    ARGUMENT_CHOICE, /* uint32_t: the index of one of `choices` */
};

struct argument {
    const char *name; /* as given: "--rows" */
    enum argument_kind kind;
    void *value; /* which has the default before */
    const char *help;
    double least, most;
    const char *const *choices; /* ends with NULL */
};

/* Reads a command line. Ends the program with status 2 and a sentence where it is wrong, and for
 * --help with status 0. `about` says in a sentence what the program does. */
void arguments_read(const char *program, const char *about, const struct argument *arguments,
                    size_t count, int argc, char **argv);

/* Ends the program with status 1 and a sentence, which begins with the program's name. */
#ifdef __GNUC__
__attribute__((format(printf, 1, 2), noreturn))
#endif
void fail(const char *format, ...);

/* Allocates, or fails. */
void *allocate(size_t count, size_t size);

/* Reads all of a file, with a 0 behind it, or fails; free() it. */
char *file_read(const char *path, size_t *size);

/* Writes a header and what follows it, whole or not at all. */
void file_write(const char *path, const char *header, size_t header_size, const void *bytes,
                size_t size);

#endif
