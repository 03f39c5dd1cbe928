/* SPDX-License-Identifier: MIT */
/* The names of the library's enumerators. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#define NAMES_SIZE 512 /* bytes, enough for any list */

enum names {
    NAMES_PRIMITIVE,
    NAMES_OP,
    NAMES_TYPE, /* without "none" */
    NAMES_ALGORITHM,
    NAMES_ACCESS,
    NAMES_DETERMINISM,
    NAMES_CRITERION,
    NAMES_WEIGHTS,
    NAMES_HEADS,     /* without "none" */
    NAMES_PEER,      /* those of peer_program.c */
    NAMES_DATA,      /* those of reference_sort.h */
    NAMES_LENGTHS,   /* enum names_lengths */
    NAMES_OPERATOR,  /* NAMES_OP, argmin and argmax, and ready-made operators */
    NAMES_PREDICATE, /* ready-made ones */
    NAMES_FORMAT,    /* enum names_format */
};

/* What a program's help is printed as. */
enum names_format { FORMAT_MAN, FORMAT_MARKDOWN, FORMAT_BASH, FORMAT_ZSH, FORMAT_FISH };

/* How long segments are: all alike, or few long and many short, by a power law. */
enum names_lengths { LENGTHS_EQUAL, LENGTHS_POWER, LENGTHS_HALF_EMPTY };

/* Return the first value and the one after another, up to one whose name is NULL. */
int names_first(enum names names);
int names_next(enum names names, int value);
const char *names_get(enum names names, int value);

/* Tells whether an operator of this name is a file in shaders/vkscan/operators. */
bool names_is_ready_made(const char *name);

/* Stores the enumerator of this name in *value, which is as large as an int. Returns false if there
 * is none. Operators may have NumPy's names, sum and prod. */
bool names_find(enum names names, const char *name, void *value);

/* Stores the enumerator that an option's value names. Returns 0 or an exit status, after reporting
 * the name that was meant, or all of them. */
int names_parse(enum names names, const char *name, void *value);

/* Stores "add, mul, min". */
void names_list(enum names names, char text[NAMES_SIZE]);

/* Stores the names of capabilities, or "none". */
void names_capabilities(uint32_t capabilities, char text[NAMES_SIZE]);

/* Appends a name to a list: "add" becomes "add, mul". */
void names_append(char text[NAMES_SIZE], const char *name);

#endif
