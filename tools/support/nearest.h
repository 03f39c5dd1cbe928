/* SPDX-License-Identifier: MIT */
/* Finds what a misspelt word may have been meant to be. */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

#define NEAREST_LENGTH_MAX 40 /* of words that are compared */

/* A word, and of the names that were tried the nearest one, if any is near; else NULL. */
struct nearest {
    const char *word, *name;
    size_t distance;
};

void nearest_try(struct nearest *nearest, const char *name);

#endif
