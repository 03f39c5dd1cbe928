/* SPDX-License-Identifier: MIT */
/* Finds what a misspelt word may have been meant to be. */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

#define NEAREST_LENGTH_MAX 40 /* of words that are compared */

/* A word, and of the names that were tried the one of the fewest other letters, if that is near;
 * and the last of those that begin with the word. */
struct nearest {
    const char *word, *name, *longer;
    size_t distance;
    unsigned longer_count;
};

void nearest_try(struct nearest *nearest, const char *name);

/* Returns the only name that begins with the word, or if none does the nearest one; NULL: there is
 * none, or several begin with it. */
const char *nearest_name(const struct nearest *nearest);

#endif
